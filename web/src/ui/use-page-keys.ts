import { useEffect, useEffectEvent } from 'react'
import { isTextField } from './is-text-field.ts'
import { handlerOf } from './shortcut.ts'

/** Hears keys wherever the focus is, but in a field, where they write, and where another place has acted on them. */
export function usePageKeys(actions: Readonly<Record<string, () => void>>) {
  const act = useEffectEvent((event: KeyboardEvent) => handlerOf(actions, event)?.())

  // In step with the keyboard of the whole page.
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (!event.defaultPrevented && !isTextField(event.target)) act(event)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}
