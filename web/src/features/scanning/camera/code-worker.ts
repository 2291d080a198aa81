import { prepareZXingModule } from 'zxing-wasm/reader'
import decoder from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { readCode } from './read-code.ts'

export type Reading = { code: string | undefined } | { failure: string }

// By default the library would fetch the decoder from a public network.
prepareZXingModule({ overrides: { locateFile: () => decoder } })

self.addEventListener('message', ({ data }: MessageEvent<ImageBitmap>) => {
  readCode(pixelsOf(data)).then(
    (code) => self.postMessage({ code } satisfies Reading),
    (failure: unknown) => self.postMessage({ failure: String(failure) } satisfies Reading),
  )
})

let canvas = new OffscreenCanvas(1, 1)

function pixelsOf(picture: ImageBitmap): ImageData {
  const { width, height } = picture
  if (canvas.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('No canvas')
  context.drawImage(picture, 0, 0)
  picture.close()
  return context.getImageData(0, 0, width, height)
}
