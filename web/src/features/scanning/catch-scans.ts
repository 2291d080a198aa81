import { isTextField } from '../../ui/use-page-keys.ts'
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
 * Catches the codes that a scanner types anywhere on the page: the Enter or Tab that ends one, a second one, and a Space
 * within the code, press nothing. In a text field, a Space is text, and so are words without a digit. Returns the
 * function that stops it.
 */
export function catchScans({ isWatched, onBegin, onScan }: Catcher): () => void {
  const burst = new KeyBurst()
  let isSpaceStopped = false

  function stop(event: KeyboardEvent) {
    event.preventDefault()
    event.stopPropagation()
  }

  function handleKeyDown(event: KeyboardEvent) {
    const isSpace = event.key === ' '
    if (isSpace) isSpaceStopped = false
    if (!isWatched(event)) return burst.clear()
    if (event.key !== 'Enter' && event.key !== 'Tab') {
      if (isSpace && !isTextField(event.target) && burst.isSpaceOfScan(event.timeStamp)) {
        isSpaceStopped = true
        stop(event)
      }
      if (burst.press(event)) onBegin?.(event)
      return
    }
    // A shortcut of a person.
    if (event.ctrlKey || event.metaKey || event.altKey) return burst.clear()
    const code = burst.end(event.timeStamp, { isInText: isTextField(event.target) })
    if (!burst.isStillEnding(event.timeStamp)) return
    stop(event)
    if (code) onScan(code)
  }

  /** Some browsers press a button when Space is released, whatever became of the key before. */
  function handleKeyUp(event: KeyboardEvent) {
    if (event.key === ' ' && isSpaceStopped) stop(event)
  }

  document.addEventListener('keydown', handleKeyDown, true)
  document.addEventListener('keyup', handleKeyUp, true)
  return () => {
    document.removeEventListener('keydown', handleKeyDown, true)
    document.removeEventListener('keyup', handleKeyUp, true)
  }
}
