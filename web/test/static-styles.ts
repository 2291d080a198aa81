import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const id = 'styles-of-antd'
const rule = /([^{}]+)\{([^{}]*)\}/g
const hidesOrDisables = /^\s*(display|visibility|pointer-events):/

/**
 * Adds the rules of antd's published style sheet that hide or disable something, once for each window. The other rules
 * tell a test nothing, and take a tenth of the time.
 */
export function addStaticStyles(): void {
  if (document.getElementById(id)) return
  const sheet = readFileSync(createRequire(import.meta.url).resolve('antd/dist/antd.css'), 'utf8')
  const style = document.createElement('style')
  style.id = id
  style.textContent = sheet.replace(rule, (_, selector: string, declarations: string) => {
    const kept = declarations.split(';').filter((one) => hidesOrDisables.test(one))
    return kept.length === 0 ? '' : `${selector}{${kept.join(';')}}`
  })
  document.head.append(style)
}
