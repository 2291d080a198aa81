import { fireEvent } from '@testing-library/react'
import { scannerKeys } from './scanner-keys.ts'

type Composing = {
  /** On Windows all keys have the name 'Process'. */
  isNamed?: boolean
  /** The text in the field once the word is taken. */
  text?: string
  gapMs?: number
}

/** Presses the keys of a code, of which an input method makes another text. */
export function compose(
  field: HTMLElement,
  code: string,
  { isNamed = false, text = '', gapMs = 10 }: Composing,
) {
  const keys = scannerKeys(field, gapMs)
  const press = (key: string, place: string, isComposing: boolean) =>
    keys.press({
      key: isNamed ? key : 'Process',
      code: place,
      shiftKey: /[A-Z]/.test(key),
      keyCode: 229,
      isComposing,
    })
  fireEvent.compositionStart(field)
  for (const [index, key] of [...code].entries()) {
    if (/[A-Z]/.test(key) && !isNamed) press('Shift', 'ShiftLeft', index > 0)
    const place = /\d/.test(key) ? `Digit${key}` : /[A-Z]/.test(key) ? `Key${key}` : 'Slash'
    press(key, place, index > 0)
    fireEvent.change(field, { target: { value: text.slice(0, index + 1) } })
  }
  const end = () => fireEvent.compositionEnd(field)
  return { keys, press, end }
}
