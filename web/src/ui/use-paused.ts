import { useEffect, useState } from 'react'

const pauseMs = 300

/** A text once its typing has paused. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)

  // A timer.
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  return paused
}
