import { inflateSync } from 'node:zlib'

type Picture = { width: number; height: number; isDark: (x: number, y: number) => boolean }

/** Where a label carries ink: the outermost dots, from its left and upper edge. */
export function inkOf(png: Buffer, within: (x: number, y: number) => boolean = () => true) {
  const { width, height, isDark } = readPng(png)
  const found = { left: width, right: -1, top: height, bottom: -1 }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!within(x, y) || !isDark(x, y)) continue
      found.left = Math.min(found.left, x)
      found.right = Math.max(found.right, x)
      found.top = Math.min(found.top, y)
      found.bottom = Math.max(found.bottom, y)
    }
  }
  return { ...found, width, height }
}

const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** As much of PNG as the renderer writes: no interlacing, 1 or 8 bits a channel, dark meaning less than half. */
function readPng(png: Buffer): Picture {
  const parts: Buffer[] = []
  let header: Buffer = Buffer.alloc(0)
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const content = png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IHDR') header = content
    if (type === 'IDAT') parts.push(content)
  }
  const [width, height, bits] = [header.readUInt32BE(0), header.readUInt32BE(4), header.readUInt8(8)]
  const channels = channelsOf[header.readUInt8(9)] ?? 1
  const step = Math.max(1, (channels * bits) / 8)
  const rows = unfilter(inflateSync(Buffer.concat(parts)), Math.ceil((width * channels * bits) / 8), step)
  const isDark = (x: number, y: number) => {
    const row = rows[y] ?? Buffer.alloc(0)
    return bits === 1 ? ((row.readUInt8(x >> 3) >> (7 - (x & 7))) & 1) === 0 : row.readUInt8(x * step) < 128
  }
  return { width, height, isDark }
}

/** Undoes the filter of each row (PNG specification, 9.2). */
function unfilter(raw: Buffer, stride: number, step: number): Buffer[] {
  const rows: Buffer[] = []
  for (let at = 0; at < raw.length; at += stride + 1) {
    const row = Buffer.from(raw.subarray(at + 1, at + 1 + stride))
    const above = rows.at(-1) ?? Buffer.alloc(stride)
    for (let x = 0; x < stride; x++) {
      const [a, b, c] = [row[x - step] ?? 0, above[x] ?? 0, above[x - step] ?? 0]
      const guess = [0, a, b, (a + b) >> 1, paeth(a, b, c)][raw[at] ?? 0] ?? 0
      row[x] = (row[x] ?? 0) + guess
    }
    rows.push(row)
  }
  return rows
}

function paeth(a: number, b: number, c: number): number {
  const [nearA, nearB, nearC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  return nearA <= nearB && nearA <= nearC ? a : nearB <= nearC ? b : c
}
