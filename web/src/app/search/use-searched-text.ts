import { useEffect, useRef, useState } from 'react'

const pauseMs = 50

/**
 * Returns the text to search for while one types. A key that comes after a pause is searched for at once; of keys that
 * follow each other faster (a scanner, a key held down) only the last. So is the first character, with which a scan
 * begins.
 */
export function useSearchedText(text: string): string {
  const [searched, setSearched] = useState(text)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)

  // A timer.
  useEffect(() => {
    const now = performance.now()
    const isAfterPause = now - changedAt.current >= pauseMs
    changedAt.current = now
    if (isAfterPause && text.length > 1) return setSearched(text)
    const timer = setTimeout(() => setSearched(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  return searched
}
