import { addressOf, drawLabel, type Label, sizeOf } from './draw-label.ts'

/** Rows from the top, one byte a dot, 255 white, deflated (zlib, RFC 1950). */
export type GreyPicture = { columns: number; rows: number; data: Uint8Array<ArrayBuffer> }

const shade = 255 / 3

/** Draws a label for an office printer dot by dot, in grey. */
export async function drawGreyPicture(label: Label): Promise<GreyPicture> {
  const { width, height } = sizeOf(label.stock)
  const image = new Image()
  image.src = addressOf(drawLabel(label, { fontsOf: 'computer' }))
  await image.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser cannot draw the label')
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  return { columns: width, rows: height, data: await deflate(asGrey(data)) }
}

/**
 * Of black on white: red, green and blue are the same. In four shades, a printed label is as sharp and half as large.
 */
function asGrey(pixels: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const grey = new Uint8Array(pixels.length / 4)
  for (let dot = 0; dot < grey.length; dot++) grey[dot] = Math.round((pixels[dot * 4] ?? 0) / shade) * shade
  return grey
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(deflated).arrayBuffer())
}
