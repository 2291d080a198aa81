import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { drawLabel, type Label, sizeOf } from '../src/features/printing/label/draw-label.ts'
import type { GreyPicture } from '../src/features/printing/label/grey-picture.ts'

/** Draws the code of a label, without its text: there is no canvas here. */
export function drawCode(label: Label): GreyPicture {
  const { width, height } = sizeOf(label.stock)
  const svg = drawLabel(label)
  const [, left, top, size] = /translate\((\d+) (\d+)\) scale\((\d+)\)/.exec(svg) ?? []
  const grey = new Uint8Array(width * height).fill(255)
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < Number(size); row++) {
      const from =
        (Number(top) + Number(y) * Number(size) + row) * width + Number(left) + Number(x) * Number(size)
      grey.fill(0, from, from + Number(size))
    }
  }
  return { columns: width, rows: height, data: new Uint8Array(deflateSync(grey)) }
}

/** Returns a picture as a PNG in 8-bit grey (PNG, 11.2: a byte before each row names its filter). */
export function asPng({ columns, rows, data }: GreyPicture): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(columns, 0)
  header.writeUInt32BE(rows, 4)
  header.writeUInt8(8, 8)
  const grey = inflateSync(data)
  const unfiltered = Array.from({ length: rows }, (_, row) => [
    Buffer.alloc(1),
    grey.subarray(row * columns, (row + 1) * columns),
  ])
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    check.writeUInt32BE(crc32(body))
    return [length, body, check]
  }
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const drawn = deflateSync(Buffer.concat(unfiltered.flat()))
  const chunks = [chunk('IHDR', header), chunk('IDAT', drawn), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([signature, ...chunks.flat()]))
}
