import type { InputRef } from 'antd'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { KeyBurst } from './key-burst.ts'
import type { Readings } from './scanned-code.ts'
import { noteScanEnd } from './use-typed-code.ts'

/**
 * Lets a scanner be used while a field beside the scan field has the focus. Returns a factory of key handlers for such
 * fields: `restore` resets the field to its present value. A code that is scanned there goes to `onScan`, not into the
 * field. Enter returns to the scan field.
 */
export function useScanBeside(field: RefObject<InputRef | null>, onScan: (readings: Readings) => void) {
  const [burst] = useState(() => new KeyBurst())
  const restoreValue = useRef(() => {})

  return (restore: () => void) => (event: KeyboardEvent<HTMLElement>) => {
    const { key, timeStamp, nativeEvent, shiftKey } = event
    if (nativeEvent.isComposing) return
    if (key !== 'Enter' && (key !== 'Tab' || shiftKey)) {
      if (burst.press(nativeEvent)) restoreValue.current = restore
      return
    }
    const code = burst.end(timeStamp)
    if (code) {
      event.preventDefault()
      restoreValue.current()
      onScan(code)
      noteScanEnd(timeStamp)
    }
    if (code || key === 'Enter') field.current?.focus()
  }
}
