import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'

const id = 'styles-of-antd'
const rule = /([^{}]+)\{([^{}]*)\}/g
const hidesOrDisables = /^\s*(display|visibility|pointer-events):/

/**
 * Adds what the style sheet that antd is published with hides or disables, once for each window. The rest of it tells a
 * test nothing, and takes a tenth of the time.
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

/** Components below do not generate their styles again for each test: a quarter of the time. */
export const StaticStyles = ({ children }: { children: ReactNode }) => (
  <ConfigProvider theme={{ zeroRuntime: true }}>{children}</ConfigProvider>
)
