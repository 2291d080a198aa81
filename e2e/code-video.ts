import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

const writer = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
const [width, height] = [640, 480]
const framesPerSecond = 5
const dotsPerModule = 6
const [grey, neutral] = [150, 128]

/** Writes a video in which one QR code after the other lies before the camera, for a while each, over and over. */
export async function filmCodes(file: string, codes: readonly string[], secondsEach: number) {
  // Unprepared, the writer would fetch itself from a public network.
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(readFileSync(writer)).buffer },
    fireImmediately: true,
  })
  const pictures = await Promise.all(codes.map(pictureOf))
  const frames = pictures.flatMap((picture) =>
    Array.from({ length: framesPerSecond * secondsEach }, () => [Buffer.from('FRAME\n'), picture]).flat(),
  )
  const header = `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`
  writeFileSync(file, Buffer.concat([Buffer.from(header), ...frames]))
}

/** One frame, plane by plane: light, and two of no colour. */
async function pictureOf(code: string): Promise<Buffer> {
  const { symbol } = await writeBarcode(code, { format: 'QRCode', ecLevel: 'Q' })
  const light = Buffer.alloc(width * height, grey)
  const side = symbol.width * dotsPerModule
  const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)]
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const module = Math.floor(y / dotsPerModule) * symbol.width + Math.floor(x / dotsPerModule)
      light[(top + y) * width + left + x] = symbol.data[module] ?? grey
    }
  }
  return Buffer.concat([light, Buffer.alloc((width * height) / 2, neutral)])
}
