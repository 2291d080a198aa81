import type { Plugin } from 'vite'

const summary = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),?/g

/** Returns the source of a module of the contract without the summaries of its endpoints: only OpenAPI shows them. */
export const withoutSummaries = (source: string): string =>
  source.includes('endpoint(') ? source.replace(summary, '') : source

/** Leaves the summaries of endpoints out of the scripts of pages. */
export function omitSummaries(): Plugin {
  return {
    name: 'omit-summaries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return /[\\/]contract[\\/][^\\/]+\.ts$/.test(id)
        ? { code: withoutSummaries(code), map: null }
        : undefined
    },
  }
}
