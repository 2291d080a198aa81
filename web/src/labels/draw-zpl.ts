import type { LabelStock } from '@lims/contract/labels.ts'
import { zplToBase64MultipleAsync } from 'zpl-renderer-js'

/** The dots to a millimetre of each printer, as its own language counts them. The renderer takes whole ones only. */
const dotsPerMm: Record<number, number> = { 203: 8, 300: 12, 600: 24 }
const mmPerInch = 25.4

/** Draws ZPL as the printer would, dot by dot, as a PNG in base64. */
export async function drawZpl(zpl: string, { widthMm, heightMm, dpi }: LabelStock): Promise<string> {
  const perMm = dotsPerMm[dpi] ?? Math.floor(dpi / mmPerInch)
  const inRendererMm = (mm: number) => Math.round((mm / mmPerInch) * dpi) / perMm
  const [label] = await zplToBase64MultipleAsync(zpl, inRendererMm(widthMm), inRendererMm(heightMm), perMm)
  if (!label) throw new Error('The label is empty')
  return label
}
