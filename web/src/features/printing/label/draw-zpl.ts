import type { LabelStock } from '@lims/contract/labels.ts'
import { zplToBase64MultipleAsync } from 'zpl-renderer-js'

const mmPerInch = 25.4
/** The renderer measures in millimetres of a whole number of dots, which 300 dpi does not have: these are its own. */
const dotsPerMm = 12

/** Draws ZPL as the printer would, dot by dot, as a PNG in base64. */
export async function drawZpl(zpl: string, { widthMm, heightMm, dpi }: LabelStock): Promise<string> {
  const measured = (mm: number) => Math.round((mm / mmPerInch) * dpi) / dotsPerMm
  const [label] = await zplToBase64MultipleAsync(zpl, measured(widthMm), measured(heightMm), dotsPerMm)
  if (!label) throw new Error('The label is empty')
  return label
}
