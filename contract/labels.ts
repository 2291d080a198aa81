import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInput } from './id-input.ts'
import { parameters } from './parameters.ts'
import { text } from './text.ts'

/** QR error correction levels (ISO/IEC 18004), indexed by the number that clients send: 2 is Q, which recovers 25 %. */
const errorCorrections = ['L', 'M', 'Q', 'H'] as const
export type ErrorCorrection = (typeof errorCorrections)[number]

const ErrorCorrectionInput = z
  .union([z.literal([0, 1, 2, 3]), z.literal(['0', '1', '2', '3']), z.enum(errorCorrections)])
  .transform((input): ErrorCorrection => errorCorrections[Number(input)] ?? (input as ErrorCorrection))

export const GenerateLabelBody = parameters({
  uuid: IdInput,
  entityType: z.preprocess(
    (input) => (typeof input === 'string' ? input.toLowerCase() : input),
    z.literal('sample').default('sample'),
  ),
  barcodeSpec: parameters({
    type: z.literal('QR').default('QR'),
    encoding: z.literal('UTF-8').default('UTF-8'),
    errorCorrection: ErrorCorrectionInput.default('Q'),
  }).prefault({}),
  labelFormat: z.literal('ZPL').default('ZPL'),
  /**
   * A line of text for the label. The default, 'UUID' and the id, adds no line because the QR code contains it already.
   */
  additionalInfo: text(500).nullish(),
})
export type GenerateLabelBody = z.infer<typeof GenerateLabelBody>

export const LabelStock = z.object({
  widthMm: z.number(),
  heightMm: z.number(),
  /** Dots per inch of the printer: 203, 300 or 600. */
  dpi: z.number(),
})
export type LabelStock = z.infer<typeof LabelStock>

/** Returns a length in dots of the printer. */
export const dotsOf = (millimetres: number, { dpi }: LabelStock): number =>
  Math.round((millimetres / 25.4) * dpi)

export const GenerateLabelReply = z.object({
  labelData: z.string(),
  data: z.object({ labelData: z.string() }),
  stock: LabelStock,
})
export type GenerateLabelReply = z.infer<typeof GenerateLabelReply>

export const defaultAdditionalInfo = (sampleId: string) => `UUID ${sampleId}`

export const labelsApi = {
  generate: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/label/generate',
    permission: 'label.print',
    summary: 'The label of a sample as ZPL',
    body: GenerateLabelBody,
    reply: GenerateLabelReply,
  }),
}
