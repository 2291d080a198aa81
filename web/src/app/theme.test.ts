import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SampleStatus } from '@lims/contract/sample-status.ts'
import { theme } from 'antd'
import { describe, expect, test } from 'vitest'
import { outcomes, palettes, strongColours, themeOf } from './theme.ts'

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')

function variablesOf(mode: 'light' | 'dark', query?: string): Record<string, string> {
  const from = query ? css.indexOf(`@media (${query})`) : 0
  const start = css.indexOf(mode === 'light' ? ':root {' : ':root[data-theme="dark"] {', from)
  const block = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name, hex]) => [name, hex]))
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(ink = '', paper = ''): number {
  const [darker = 0, lighter = 0] = [luminance(ink), luminance(paper)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

describe.each(['light', 'dark'] as const)('in %s', (mode) => {
  const paint = variablesOf(mode)

  test('the style sheet and the components use the same colours', () => {
    expect(paint).toMatchObject(palettes[mode])
  })

  test.each([
    ['success', 'qc-pass', 'Success'],
    ['warning', 'sent-to-c2n', 'Warning'],
  ] as const)('notices and alerts of %s have the colours of scans', (outcome, status, token) => {
    expect(css).toContain(`--${outcome}: var(--status-${status}-ink);`)
    const { ink, tint } = outcomes[mode][outcome]
    expect({ ink, tint }).toEqual({
      ink: paint[`status-${status}-ink`],
      tint: paint[`status-${status}-tint`],
    })
    expect(theme.getDesignToken(themeOf(mode))).toMatchObject({
      [`color${token}`]: ink,
      [`color${token}Bg`]: tint,
    })
  })

  test('alerts that inform, and those of errors, have our tints', () => {
    expect(theme.getDesignToken(themeOf(mode))).toMatchObject({
      colorInfo: paint.primary,
      colorInfoBg: paint['primary-tint'],
      colorError: paint.danger,
      colorErrorBg: paint['status-qc-fail-tint'],
    })
  })

  test.each(SampleStatus.options)(
    '%s reads with a contrast of 4.5 to 1 on its tint and on a card',
    (status) => {
      const name = `status-${status.toLowerCase().replaceAll('_', '-')}`
      expect(contrast(paint[`${name}-ink`], paint[`${name}-tint`])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(paint[`${name}-ink`], paint.card)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each([
    ['text', 'ground'],
    ['muted', 'ground'],
    ['muted', 'card'],
    ['primary', 'card'],
    ['primary', 'primary-tint'],
    ['on-primary', 'primary'],
    ['danger', 'card'],
  ])('%s reads with a contrast of 4.5 to 1 on %s', (ink, paper) => {
    expect(contrast(paint[ink], paint[paper])).toBeGreaterThanOrEqual(4.5)
  })

  test('the ring of what has the focus has a contrast of 3 to 1, and a link under the pointer one of 4.5 to 1', () => {
    const { colorPrimaryBorder, colorLinkHover, colorLinkActive } = theme.getDesignToken(themeOf(mode))
    for (const paper of [paint.card, paint.ground]) {
      expect(contrast(colorPrimaryBorder, paper)).toBeGreaterThanOrEqual(3)
      expect(contrast(colorLinkHover, paper)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colorLinkActive, paper)).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('for more contrast, lines and quiet texts are stronger, in the style sheet and in the components', () => {
    const strong = variablesOf(mode, 'prefers-contrast: more')
    expect(strong).toEqual(strongColours[mode])
    expect(contrast(strong.muted, paint.ground)).toBeGreaterThanOrEqual(7)
    expect(contrast(strong.muted, paint.card)).toBeGreaterThanOrEqual(7)
    expect(contrast(strong.hairline, paint.ground)).toBeGreaterThanOrEqual(3)
    expect(contrast(strong.hairline, paint.card)).toBeGreaterThanOrEqual(3)
    const { token } = themeOf(mode, { isStrong: true })
    expect(token?.colorTextSecondary).toBe(strong.muted)
    expect(contrast(String(token?.colorBorder), paint.card)).toBeGreaterThanOrEqual(3)
  })

  test('CONST-09 the primary colour is blue', () => {
    const primary = String(themeOf(mode).token?.colorPrimary)
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(primary.slice(at, at + 2), 16),
    )
    expect(blue).toBeGreaterThan(Math.max(red, green))
  })
})
