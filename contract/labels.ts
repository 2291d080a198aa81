import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInput } from './id-input.ts'
import { parameters } from './parameters.ts'
import { text } from './text.ts'

/** QR error correction (ISO/IEC 18004) by the number that callers send: 2 is Q, which survives the loss of a quarter. */
const errorCorrections = ['L', 'M', 'Q', 'H'] as const
export type ErrorCorrection = (typeof errorCorrections)[number]

const ErrorCorrectionGiven = z
  .union([z.literal([0, 1, 2, 3]), z.literal(['0', '1', '2', '3']), z.enum(errorCorrections)])
  .transform((given): ErrorCorrection => errorCorrections[Number(given)] ?? (given as ErrorCorrection))

export const GenerateLabelBody = parameters({
  uuid: IdInput,
  entityType: z.preprocess(
    (given) => (typeof given === 'string' ? given.toLowerCase() : given),
    z.literal('sample').default('sample'),
  ),
  barcodeSpec: parameters({
    type: z.literal('QR').default('QR'),
    encoding: z.literal('UTF-8').default('UTF-8'),
    errorCorrection: ErrorCorrectionGiven.default('Q'),
  }).prefault({}),
  labelFormat: z.literal('ZPL').default('ZPL'),
  /** A line of text for the label. The default, 'UUID' and the id, is what the QR code says already and adds no line. */
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
    path: '/label/generate',
    summary: 'The label of a sample as ZPL',
    body: GenerateLabelBody,
    reply: GenerateLabelReply,
  }),
}
