import { KeyBurst } from './key-burst.ts'

/** Tab, line feed and return, where a scanner writes control characters as Ctrl with a letter of a US keyboard. */
const endKeys: readonly string[] = ['KeyI', 'KeyJ', 'KeyM']

const isEnd = ({ ctrlKey, altKey, metaKey, code }: KeyboardEvent): boolean =>
  ctrlKey && !altKey && !metaKey && endKeys.includes(code)

/**
 * Turns a control character with which a scanner ends a code into Enter, and drops one that follows its Enter or Tab:
 * many send a line feed as Ctrl+J, on which browsers open their downloads. Returns the function that stops it.
 */
export function translateControlKeys(): () => void {
  const burst = new KeyBurst()

  function handleKeyDown(event: KeyboardEvent) {
    const isControl = isEnd(event)
    if (!isControl && event.key !== 'Enter' && event.key !== 'Tab') return void burst.press(event)
    const isScan = burst.end(event.timeStamp, { isInText: false }) !== undefined
    if (!isControl || !burst.isStillEnding(event.timeStamp)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isScan) event.target?.dispatchEvent(enterAt(event.timeStamp))
  }

  // Before all that handles the keys of a code.
  window.addEventListener('keydown', handleKeyDown, true)
  return () => window.removeEventListener('keydown', handleKeyDown, true)
}

function enterAt(at: number): KeyboardEvent {
  const enter = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true })
  // The time of the key: on a busy computer it is handled later, and would no longer be that of a scanner.
  return Object.defineProperty(enter, 'timeStamp', { value: at })
}
