import { useEffect, useEffectEvent } from 'react'
import { isTextField } from '../ui/is-text-field.ts'
import { handlerOf, type KeyOf } from '../ui/shortcut.ts'
import type { goToHelp } from './help-keys.ts'

export function useHelpKey(onHelp: () => void) {
  const help = useEffectEvent(onHelp)

  // In step with the keyboard of the whole page.
  useEffect(() => {
    const actions: Record<KeyOf<typeof goToHelp>, () => void> = { '?': () => help() }
    function hear(event: KeyboardEvent) {
      if (event.defaultPrevented || isTextField(event.target)) return
      handlerOf(actions, event)?.()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}
