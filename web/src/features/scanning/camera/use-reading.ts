import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { CodeReader } from './code-reader.ts'
import { Sightings } from './sightings.ts'

/** Quick enough for a hand that moves on, and easy on a battery. */
const pauseMs = 80

type Told = { onCode: (code: string) => void; onFailure: () => void }

/** Reads one picture of the video after the other while there is a stream. */
export function useReading(
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
