import { type PointerEvent, useEffect, useState } from 'react'

/**
 * Returns the value as it was when the pointer was pressed, until the release, so that the pressed element is not
 * replaced and keeps its click; and the handler of a press.
 */
export function useValueWhilePressed<T>(value: T): { shown: T; hold: (event: PointerEvent) => void } {
  const [held, setHeld] = useState<{ value: T }>()
  const isHeld = held !== undefined
  // Synchronises with the pointer until its release.
  useEffect(() => {
    if (!isHeld) return undefined
    // The click comes after the events of the release, and still has to find what was pressed.
    const release = () => setTimeout(() => setHeld(undefined))
    const ends = ['pointerup', 'pointercancel', 'dragend', 'blur']
    for (const end of ends) window.addEventListener(end, release)
    return () => {
      for (const end of ends) window.removeEventListener(end, release)
    }
  }, [isHeld])
  // Another button than the first one clicks nothing, and opens a menu that may keep its release to itself.
  const hold = ({ button }: PointerEvent) => {
    if (button === 0) setHeld({ value })
  }
  return { shown: held ? held.value : value, hold }
}
