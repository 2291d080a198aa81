import { useEffect, useState } from 'react'

const pauseMs = 300

/** Returns the text as it was when typing last paused for 0.3 s. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)

  // A timer.
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  return debounced
}
