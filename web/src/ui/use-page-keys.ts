import { useEffect, useEffectEvent } from 'react'
import { handlerOf } from './shortcut.ts'

/**
 * Handles keys anywhere on the page, except in a text field and where another component has handled the key. A key that
 * is held down counts once.
 */
export function usePageKeys(actions: Readonly<Record<string, () => void>>) {
  const act = useEffectEvent((event: KeyboardEvent) => handlerOf(actions, event)?.())

  // Synchronises with the keyboard events of the whole page.
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (!event.defaultPrevented && !event.repeat && !isTextField(event.target)) act(event)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

const typesWithoutText = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']
const fieldSelector = 'input, textarea, select, [contenteditable="true"]'

/** Whether a key pressed in the element writes a letter. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches(fieldSelector) &&
  !(target instanceof HTMLInputElement && typesWithoutText.includes(target.type))
