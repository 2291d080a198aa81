import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Returns true while the page is printed: what only paper shows may be long, and is not rendered before. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  // Synchronises with the browser, which prints what the page shows when the event has been handled.
  useEffect(() => {
    const start = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', start)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', start)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
