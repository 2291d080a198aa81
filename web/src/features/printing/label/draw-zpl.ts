import type { LabelStock } from '@lims/contract/labels.ts'
import { zplToBase64MultipleAsync } from 'zpl-renderer-js'

const mmPerInch = 25.4
/** The renderer needs a whole number of dots per millimetre, which 300 dpi is not, so sizes are given to it in units of its own. */
const dotsPerMm = 12

/** Draws ZPL dot by dot as the printer does. Returns a PNG in base64. */
export async function drawZpl(zpl: string, { widthMm, heightMm, dpi }: LabelStock): Promise<string> {
  const rendererMm = (mm: number) => Math.round((mm / mmPerInch) * dpi) / dotsPerMm
  const [label] = await zplToBase64MultipleAsync(zpl, rendererMm(widthMm), rendererMm(heightMm), dotsPerMm)
  if (!label) throw new Error('The label is empty')
  return label
}
