import { KeyBurst } from './key-burst.ts'
import type { Readings } from './scanned-code.ts'

type Catcher = {
  /** Whether a code that is typed with this key is to be caught. */
  isWatched: (event: KeyboardEvent) => boolean
  /** Called with the first key of what may be a code, before it acts. */
  onBegin?: (event: KeyboardEvent) => void
  onScan: (code: Readings) => void
}

/**
 * Catches the codes that a scanner types anywhere on the page: the Enter or Tab that ends one, and a second one, press
 * nothing. Returns the function that stops it.
 */
export function catchScans({ isWatched, onBegin, onScan }: Catcher): () => void {
  const burst = new KeyBurst()

  function handleKeyDown(event: KeyboardEvent) {
    if (!isWatched(event)) return burst.clear()
    if (event.key !== 'Enter' && event.key !== 'Tab') {
      if (burst.press(event)) onBegin?.(event)
      return
    }
    // A shortcut of a person.
    if (event.ctrlKey || event.metaKey || event.altKey) return burst.clear()
    const code = burst.end(event.timeStamp)
    if (!burst.isStillEnding(event.timeStamp)) return
    event.preventDefault()
    event.stopPropagation()
    if (code) onScan(code)
  }
  document.addEventListener('keydown', handleKeyDown, true)
  return () => document.removeEventListener('keydown', handleKeyDown, true)
}
