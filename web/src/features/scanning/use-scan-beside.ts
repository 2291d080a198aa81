import type { InputRef } from 'antd'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { isEnterKey, isOfInputMethod } from '../../ui/is-of-input-method.ts'
import { afterComposition } from './after-composition.ts'
import { KeyBurst } from './key-burst.ts'
import type { Readings } from './scanned-code.ts'
import { noteScanEnd } from './use-typed-code.ts'

/**
 * Lets a scanner be used while a field beside the scan field has the focus. Returns a factory of key handlers for such
 * fields: `restore` resets the field to its present value. A code that is scanned there goes to `onScan`, not into the
 * field. Enter returns to the scan field; that of an input method, with which a person takes a word, does not.
 */
export function useScanBeside(field: RefObject<InputRef | null>, onScan: (readings: Readings) => void) {
  const [burst] = useState(() => new KeyBurst())
  const restoreValue = useRef(() => {})

  return (restore: () => void) => (event: KeyboardEvent<HTMLElement>) => {
    const { key, timeStamp, nativeEvent, shiftKey } = event
    const isComposed = isOfInputMethod(nativeEvent)
    const isEnd = isComposed ? isEnterKey(nativeEvent) : key === 'Enter' || (key === 'Tab' && !shiftKey)
    if (!isEnd) {
      if (burst.press(nativeEvent)) restoreValue.current = restore
      return
    }
    const code = burst.end(timeStamp)
    if (code) {
      if (!isComposed) event.preventDefault()
      noteScanEnd(timeStamp)
      const restoreField = restoreValue.current
      return afterComposition(event, () => {
        restoreField()
        onScan(code)
        field.current?.focus()
      })
    }
    if (key === 'Enter' && !isComposed) field.current?.focus()
  }
}
