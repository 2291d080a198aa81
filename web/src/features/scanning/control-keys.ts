import { KeyBurst } from './key-burst.ts'

/** Tab, line feed and return, where a scanner writes control characters as Ctrl with a letter of a US keyboard. */
const endKeys = /^Key[IJM]$/

/** Whether a key is a control character with which a scanner ends a code. */
export const isControlEnd = ({
  ctrlKey,
  altKey,
  code,
}: Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'code'>): boolean => ctrlKey && !altKey && endKeys.test(code)

/**
 * Turns a control character with which a scanner ends a code into Enter, and drops one that follows its Enter or Tab:
 * many send a line feed as Ctrl+J, on which browsers open their downloads. Returns the function that stops it.
 */
export function translateControlKeys(): () => void {
  const burst = new KeyBurst()

  function handleKeyDown(event: KeyboardEvent) {
    const { key, timeStamp } = event
    const isControl = isControlEnd(event)
    if (!isControl && key !== 'Enter' && key !== 'Tab') return void burst.press(event)
    const code = burst.end(timeStamp, { isInText: false })
    if (!isControl || !burst.isStillEnding(timeStamp)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (code) event.target?.dispatchEvent(enterAt(timeStamp))
  }

  // Before all that handles the keys of a code.
  window.addEventListener('keydown', handleKeyDown, true)
  return () => window.removeEventListener('keydown', handleKeyDown, true)
}

/** With the time of the key: on a busy computer it is handled later, and would no longer be that of a scanner. */
const enterAt = (value: number): KeyboardEvent =>
  Object.defineProperty(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    'timeStamp',
    { value },
  )
