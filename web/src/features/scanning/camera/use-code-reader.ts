import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type Area, frameOf } from './aim.ts'
import type { Reading } from './code-worker.ts'
import { Sightings } from './sightings.ts'

/** Quick enough for a hand that moves on, and easy on a battery. */
const pauseMs = 80

type Told = { onCode: (code: string) => void; onFailure: () => void }

/** Reads one picture of the video after the other while there is a stream. */
export function useCodeReader(
  video: RefObject<HTMLVideoElement | null>,
  stream: MediaStream | undefined,
  told: Told,
) {
  const [sightings] = useState(() => new Sightings())
  const tellCode = useEffectEvent(told.onCode)
  const tellFailure = useEffectEvent(told.onFailure)

  // In step with the stream of the camera, and a worker that reads it.
  useEffect(() => {
    const element = video.current
    if (!stream || !element) return
    const reader = new CodeReader()
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    element.srcObject = stream

    async function look(shown: HTMLVideoElement) {
      const hasPicture = shown.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
      const code = hasPicture ? await reader.read(shown) : undefined
      if (isOver) return
      if (sightings.isNew(code, performance.now()) && code !== undefined) tellCode(code)
      timer = setTimeout(lookAgain, pauseMs)
    }
    const lookAgain = () => look(element).catch(() => isOver || tellFailure())
    lookAgain()

    return () => {
      isOver = true
      clearTimeout(timer)
      reader.end()
      element.srcObject = null
    }
  }, [stream, video, sightings])
}

/** Reads pictures of a video beside the page, one at a time. */
class CodeReader {
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
