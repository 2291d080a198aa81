import { isTextField } from '../../ui/use-page-keys.ts'
import { KeyBurst } from './key-burst.ts'
import type { Readings } from './scanned-code.ts'
import { keysOfThePage } from './use-stray-keys.ts'

type Catcher = {
  /** Whether a code that is typed with this key is to be caught. */
  isWatched: (event: KeyboardEvent) => boolean
  /** Called with the first key of what may be a code, before it acts. */
  onBegin?: (event: KeyboardEvent) => void
  onScan: (code: Readings) => void
}

/**
 * Catches the codes that a scanner types anywhere on the page: the Enter or Tab that ends one, a second one, and a
 * Space or slash within the code, do nothing else. In a text field these are text, and so are words without a digit.
 * Returns the function that stops it.
 */
export function catchScans({ isWatched, onBegin, onScan }: Catcher): () => void {
  const burst = new KeyBurst()
  let isSpaceStopped = false

  function stop(event: KeyboardEvent) {
    event.preventDefault()
    event.stopPropagation()
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === ' ') isSpaceStopped = false
    if (!isWatched(event)) return burst.clear()
    if (event.key !== 'Enter' && event.key !== 'Tab') {
      const isText = isTextField(event.target)
      if (keysOfThePage.includes(event.key) && !isText && burst.isWithinScan(event.timeStamp)) {
        isSpaceStopped ||= event.key === ' '
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
