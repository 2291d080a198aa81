import { useEffect, useState } from 'react'

/** Returns the text as it was when typing last paused for `delayMs`. */
export function useDebounced(text: string, delayMs = 300): string {
  const [debounced, setDebounced] = useState(text)

  // A timer.
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])

  return debounced
}
