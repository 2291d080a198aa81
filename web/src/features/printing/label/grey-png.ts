export type GreyPicture = { columns: number; rows: number; data: Uint8Array<ArrayBuffer> }

const headerLength = 8

/**
 * Returns the compressed rows of a PNG in 8-bit grey, which is what the label renderer draws. A PDF can hold them
 * unchanged (PNG predictors, PDF 1.7, 7.4.4.4). Throws for any other kind of PNG.
 */
export function readGreyPng(png: Uint8Array<ArrayBuffer>): GreyPicture {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const [columns, rows] = [view.getUint32(16), view.getUint32(20)]
  const [bitDepth, colourType, interlace] = [png[24], png[25], png[28]]
  if (bitDepth !== 8 || colourType !== 0 || interlace !== 0) throw new Error('The picture is not plain grey')

  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let at = headerLength; at < png.length; ) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8))
    if (type === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return { columns, rows, data: concatenate(parts) }
}

function concatenate([first, ...others]: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  if (!first) throw new Error('The picture is empty')
  if (others.length === 0) return first
  const all = new Uint8Array(first.length + others.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of [first, ...others]) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}
