import { zplToBase64MultipleAsync } from 'zpl-renderer-js'

/** A whole number, as the renderer wants it: 300 dpi, nearly. */
const dotsPerMm = 12
const usualDots = { width: 390, length: 154 }

/** The label as it comes out of the printer, as a PNG; undefined when it says nothing that can be drawn. */
export async function drawLabel(zpl: string): Promise<Buffer | undefined> {
  const dots = (command: RegExp, usual: number) => Number(command.exec(zpl)?.[1] ?? usual) / dotsPerMm
  const size = [dots(/\^PW(\d+)/, usualDots.width), dots(/\^LL(\d+)/, usualDots.length)] as const
  const pictures = await zplToBase64MultipleAsync(zpl, ...size, dotsPerMm).catch((failure: unknown) => {
    if (/no labels parsed/.test(String(failure))) return []
    throw failure
  })
  return pictures[0] === undefined ? undefined : Buffer.from(pictures[0], 'base64')
}
