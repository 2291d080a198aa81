import { type RefObject, useRef } from 'react'

/**
 * The button of a menu, and what the menu does when an entry is chosen: it gives the focus to the button. Entries go
 * with their menu, and a dialog that one opens returns the focus to what had it before.
 */
export function useMenuButton(): { button: RefObject<HTMLButtonElement | null>; refocus: () => void } {
  const button = useRef<HTMLButtonElement>(null)
  return { button, refocus: () => button.current?.focus() }
}
