import type { InputRef } from 'antd'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { Keystrokes, maxGapMs, textOf } from './keystrokes.ts'
import { type Readings, readScan } from './scanned-code.ts'
import { noteScanEnd } from './use-typed-code.ts'

/**
 * Lets a scanner be used while a field beside the scan field has the focus. Returns what makes the key handler of such
 * a field from `restore`, which gives the field back the value that it has now: a code that a scanner types there goes
 * to `onScan` and not into the field. Enter returns to the scan field.
 */
export function useScanBeside(field: RefObject<InputRef | null>, onScan: (readings: Readings) => void) {
  const strokes = useRef(new Keystrokes()).current
  const burst = useRef({ text: '', lastAt: Number.NEGATIVE_INFINITY, restore: () => {} })

  return (restore: () => void) => (event: KeyboardEvent<HTMLElement>) => {
    const { key, timeStamp, nativeEvent, shiftKey } = event
    if (nativeEvent.isComposing) return
    const { text, lastAt } = burst.current
    const ends = key === 'Enter' || (key === 'Tab' && !shiftKey)
    // A text module may write as fast as a scanner; no code has a space.
    if (ends && strokes.isScan(timeStamp) && !text.includes(' ')) {
      event.preventDefault()
      burst.current.restore()
      onScan(readScan(text, strokes.usText(timeStamp)))
      strokes.clear()
      noteScanEnd(timeStamp)
      field.current?.focus()
    } else if (key === 'Enter') {
      field.current?.focus()
    } else {
      const isNew = timeStamp - lastAt > maxGapMs
      if (isNew) strokes.clear()
      strokes.press(nativeEvent)
      const before = isNew ? { text: '', restore } : burst.current
      burst.current = { ...before, text: before.text + (textOf(nativeEvent) ?? ''), lastAt: timeStamp }
    }
  }
}
