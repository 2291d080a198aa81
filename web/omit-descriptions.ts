import type { Plugin } from 'vite'

const literal = /(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),?/.source
const summary = new RegExp(String.raw`\bsummary:\s*${literal}`, 'g')
const description = new RegExp(String.raw`\bdescription:\s*${literal}`, 'g')

/**
 * Returns the source of a module of the contract without the summaries of its endpoints and the descriptions of its
 * members: only OpenAPI shows them.
 */
export function withoutDescriptions(source: string): string {
  const ofMembers = source.replace(description, '')
  // Of a role, the page of people shows the summary.
  return source.includes('endpoint(') ? ofMembers.replace(summary, '') : ofMembers
}

/** Leaves what only OpenAPI shows out of the scripts of pages. */
export function omitDescriptions(): Plugin {
  return {
    name: 'omit-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return /[\\/]contract[\\/][^\\/]+\.ts$/.test(id)
        ? { code: withoutDescriptions(code), map: null }
        : undefined
    },
  }
}
