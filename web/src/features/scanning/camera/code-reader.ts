import { type Area, frameOf } from './aim.ts'
import type { Reading } from './code-worker.ts'

/** Reads pictures of a video beside the page, one at a time. */
export class CodeReader {
  readonly #worker = new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' })

  /** What lies in the frame of the picture that the video shows now; throws when the decoder cannot be loaded. */
  async read(video: HTMLVideoElement): Promise<string | undefined> {
    const { x, y, width, height }: Area = frameOf({ width: video.videoWidth, height: video.videoHeight })
    // A video that warms up refuses its picture for a moment, even after it has said that it has one.
    const picture = await createImageBitmap(video, x, y, width, height).catch(() => undefined)
    if (!picture) return undefined
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Reading>) => {
        if ('failure' in data) reject(new Error(data.failure))
        else resolve(data.code)
      }
      this.#worker.onerror = () => reject(new Error('The code reader did not start'))
      this.#worker.postMessage(picture, [picture])
    })
  }

  end(): void {
    this.#worker.terminate()
  }
}
