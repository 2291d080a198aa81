import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type Area, readAreaOf } from './aim.ts'
import type { Reading } from './code-worker.ts'
import { Sightings } from './sightings.ts'

/** The pause between two pictures: short enough for quick hands, long enough to save the battery. */
const pauseMs = 80

type Handlers = { onCode: (code: string) => void; onFailure: () => void }

/** Shows the stream in the video and reads its pictures one after the other. Without a stream it does nothing. */
export function useCodeReader(
  video: RefObject<HTMLVideoElement | null>,
  stream: MediaStream | undefined,
  handlers: Handlers,
) {
  const [sightings] = useState(() => new Sightings())
  const handleCode = useEffectEvent(handlers.onCode)
  const handleFailure = useEffectEvent(handlers.onFailure)

  // Synchronises with the stream of the camera, and with the worker that reads its pictures.
  useEffect(() => {
    const element = video.current
    if (!stream || !element) return
    const reader = new CodeReader()
    let timer: ReturnType<typeof setTimeout>
    let isClosed = false
    element.srcObject = stream

    async function readPicture(shown: HTMLVideoElement) {
      const hasPicture = shown.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
      const code = hasPicture ? await reader.read(shown) : undefined
      if (isClosed) return
      if (sightings.isNew(code, performance.now()) && code !== undefined) handleCode(code)
      timer = setTimeout(readNext, pauseMs)
    }
    const readNext = () => readPicture(element).catch(() => isClosed || handleFailure())
    readNext()

    return () => {
      isClosed = true
      clearTimeout(timer)
      reader.end()
      element.srcObject = null
    }
  }, [stream, video, sightings])
}

/** Reads pictures of a video in a worker, one at a time. */
class CodeReader {
  readonly #worker = new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' })

  /** Returns the code in the frame of the current picture. Throws when the decoder cannot be loaded. */
  async read(video: HTMLVideoElement): Promise<string | undefined> {
    const { x, y, width, height }: Area = readAreaOf({ width: video.videoWidth, height: video.videoHeight })
    // A video that has just started may fail to give its picture, although it reports to have one.
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
