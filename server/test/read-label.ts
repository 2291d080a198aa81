import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { LabelStock } from '@lims/contract/labels.ts'
import { zplToBase64MultipleAsync } from 'zpl-renderer-js'
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader'

// The decoder fetches its program from the network unless it is handed one.
const decoder = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(decoder)).buffer } })

/** ZPL as the printer would print it: a PNG of each label. */
export async function drawLabels(zpl: string, { widthMm, heightMm, dpi }: LabelStock): Promise<Buffer[]> {
  // The renderer takes whole dots a millimetre; the size is given so that it comes out at the stock's own dots.
  const dotsPerMm = Math.ceil(dpi / 25.4)
  const mm = (size: number) => Math.round((size / 25.4) * dpi) / dotsPerMm
  const labels = await zplToBase64MultipleAsync(zpl, mm(widthMm), mm(heightMm), dotsPerMm)
  return labels.map((label) => Buffer.from(label, 'base64'))
}

/** What a scanner reads from a picture of a label. */
export const readCodes = (png: Buffer): Promise<ReadResult[]> =>
  readBarcodes(new Uint8Array(png), { formats: ['QRCode'], tryHarder: true })

/** The commands of a ZPL text without their parameters, in their order: what the printer must do. */
export const commandsOf = (zpl: string): string[] => zpl.match(/[\^~](?:A0N|[A-Z0-9]{2})/g) ?? []
