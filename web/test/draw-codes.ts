import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer'

const writer = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')

type DrawnCode = {
  text: string
  format: NonNullable<WriterOptions['format']>
  left: number
  top: number
  dotsPerModule?: number
}

const barHeight = 20

/** A grey picture, as a camera would take it, with codes in it. */
export async function drawCodes(
  width: number,
  height: number,
  codes: readonly DrawnCode[],
): Promise<ImageData> {
  // Unprepared, the writer would fetch itself from a public network.
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(readFileSync(writer)).buffer },
    fireImmediately: true,
  })
  const data = new Uint8ClampedArray(width * height * 4).fill(200)
  for (const { text, format, left, top, dotsPerModule = 3 } of codes) {
    const { symbol, error } = await writeBarcode(text, { format })
    if (error) throw new Error(error)
    const rows = symbol.height === 1 ? barHeight : symbol.height
    for (let y = 0; y < rows * dotsPerModule; y += 1) {
      for (let x = 0; x < symbol.width * dotsPerModule; x += 1) {
        const row = symbol.height === 1 ? 0 : Math.floor(y / dotsPerModule)
        const light = symbol.data[row * symbol.width + Math.floor(x / dotsPerModule)] ?? 0
        data.fill(light, ((top + y) * width + left + x) * 4, ((top + y) * width + left + x) * 4 + 3)
      }
    }
  }
  return { data, width, height, colorSpace: 'srgb' } as ImageData
}
