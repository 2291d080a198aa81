import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader'

const reader = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')

/** Every code in a picture, read by a decoder that knows nothing of how it was drawn. */
export async function readCodes(png: Uint8Array): Promise<ReadResult[]> {
  // Unprepared, the decoder would fetch itself from a public network.
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(readFileSync(reader)).buffer },
    fireImmediately: true,
  })
  return readBarcodes(png)
}
