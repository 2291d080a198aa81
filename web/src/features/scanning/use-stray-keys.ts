import type { InputRef } from 'antd'
import { type RefObject, useEffect } from 'react'
import { isTyping, type Keystrokes } from './keystrokes.ts'

const editable = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"]'

/** Whether a key belongs to something else on this page: a field, or a dialog that is open. */
function isElsewhere(focused: Element | null): boolean {
  if (focused?.closest(editable)) return true
  const dialogs = [...document.querySelectorAll('[role="dialog"]')]
  return dialogs.some((dialog) => dialog.closest('[style*="display: none"]') === null)
}

/** Leads the keys of a scanner into the field when a click beside it has taken the focus away. */
export function useStrayKeys(field: RefObject<InputRef | null>, strokes: Keystrokes): void {
  // In step with the keyboard of the whole page.
  useEffect(() => {
    function lead(event: KeyboardEvent) {
      // '/' leads to the search, '?' to the help, Space and Enter press the button that has the focus.
      if (event.defaultPrevented || !isTyping(event) || ['/', '?', ' '].includes(event.key)) return
      if (isElsewhere(document.activeElement)) return
      field.current?.focus()
      strokes.clear()
      strokes.press(event)
    }
    document.addEventListener('keydown', lead)
    return () => document.removeEventListener('keydown', lead)
  }, [field, strokes])
}
