import { zplToBase64MultipleAsync } from 'zpl-renderer-js'

/** 300 dpi, rounded because the renderer requires a whole number. */
const dotsPerMm = 12
const defaultDots = { width: 390, length: 154 }

/** Renders a label as PNG. Returns undefined if the ZPL contains no label. */
export async function drawLabel(zpl: string): Promise<Buffer | undefined> {
  const dots = (command: RegExp, fallback: number) => Number(command.exec(zpl)?.[1] ?? fallback) / dotsPerMm
  const size = [dots(/\^PW(\d+)/, defaultDots.width), dots(/\^LL(\d+)/, defaultDots.length)] as const
  const pictures = await zplToBase64MultipleAsync(zpl, ...size, dotsPerMm).catch((failure: unknown) => {
    if (/no labels parsed/.test(String(failure))) return []
    throw failure
  })
  return pictures[0] === undefined ? undefined : Buffer.from(pictures[0], 'base64')
}
