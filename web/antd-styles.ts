import type { Plugin } from 'vite'

/** The parts of antd that are in the build: folders of its modules. */
const parts = `
  _util/wave alert app avatar button card checkbox drawer dropdown empty flex form grid input
  layout menu message modal notification pagination popover progress radio result
  segmented select skeleton space spin steps table tabs tag tooltip typography upload
`
  .trim()
  .split(/\s+/)
/** Classes of parts that are not named after them, and of motions. */
const otherClasses = 'wave btn row col addon fade motion move slide zoom'.split(' ')
const classOfPart = new RegExp(`^\\.ant-(${[...parts, ...otherClasses].join('|')})(-|$)`)

/**
 * Values of antd's own theme, where ours are set at run time; pages from right to left; columns of a grid; dark menus.
 */
const unused = /^\.(css-var-_|data-ant-cssinjs)|\.ant-[a-z-]+-rtl|\.ant-col-|\.ant-menu-dark/

/** Returns whether a selector of antd's style sheet can match an element of ours. */
export const isNeeded = (selector: string): boolean =>
  !unused.test(selector) && (selector.match(/\.ant-[a-z-]+/g) ?? []).every((name) => classOfPart.test(name))

/**
 * antd's styles come as its published style sheet, without those of parts that no page has. With the theme's
 * `zeroRuntime` they are not generated in the browser, which took a fifth of the time of opening a page, so that their
 * generators, a tenth of the script, are left out of the build. The build fails if `parts` are not those that are in
 * it.
 */
export function antdStyles(): Plugin {
  return {
    name: 'antd-styles',
    config: () => ({ css: { postcss: { plugins: [dropUnneeded] } } }),
    transform: {
      filter: { id: /antd[\\/]es[\\/].*[\\/](style[\\/].*|wave[\\/]style)\.js$/ },
      handler(code) {
        return withoutGenerators(code, this.parse(code))
      },
    },
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const built = [...new Set(modules.flatMap((id) => id.match(styleOfPart)?.[1] ?? []))]
      const unknown = built.filter((part) => !parts.includes(part))
      const left = parts.filter((part) => !built.includes(part))
      if (unknown.length > 0)
        this.error(`antd-styles.ts does not know these parts of antd: ${unknown.join()}`)
      if (left.length > 0) this.error(`No page has these parts of antd any more: ${left.join()}`)
    },
  }
}

const styleOfPart = /antd[\\/]es[\\/]((?:_util[\\/])?[a-z-]+)[\\/]style[\\/.]/

/** A rule of PostCSS. */
type Rule = { selectors: string[]; source?: { input: { file?: string | undefined } } | undefined }

const dropUnneeded = {
  postcssPlugin: 'drop-unneeded-styles-of-antd',
  Rule(rule: Rule & { remove: () => unknown }) {
    if (!rule.source?.input.file?.endsWith('antd.css')) return
    const needed = rule.selectors.filter(isNeeded)
    if (needed.length === 0) rule.remove()
    else if (needed.length < rule.selectors.length) rule.selectors = needed
  },
}

const callees = ['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']

type Range = { start: number; end: number }

/** Replaces the generator of each call by `undefined`: the bundler leaves out what only it has used. */
function withoutGenerators(code: string, program: object): string {
  let rest = code
  for (const { start, end } of generatorsIn(program).reverse())
    rest = `${rest.slice(0, start)}undefined${rest.slice(end)}`
  return rest
}

/** The second arguments of the calls, in the order of the code. */
function generatorsIn(node: unknown): Range[] {
  if (Array.isArray(node)) return node.flatMap(generatorsIn)
  if (typeof node !== 'object' || node === null) return []
  const call = node as { type?: string; callee?: { name?: string }; arguments?: Range[] }
  if (call.type === 'CallExpression' && callees.includes(call.callee?.name ?? ''))
    return call.arguments?.slice(1, 2) ?? []
  return Object.values(node).flatMap(generatorsIn)
}
