import { useEffect, useState } from 'react'

const delayMs = 300

/** Returns the text as it was when typing last paused. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)

  // A timer.
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs)
    return () => clearTimeout(timer)
  }, [text])

  return debounced
}
