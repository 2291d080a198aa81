import type { InputRef } from 'antd'
import { type RefObject, useEffect } from 'react'
import { frontDialog } from '../../ui/open-dialog.ts'
import { isTyping, type Keystrokes } from './keystrokes.ts'
import { singleKeyShortcuts, singleKeys } from './single-key-shortcuts.ts'

const takesText =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"]'

/** Returns whether keys belong to something else on this page: another field, or an open dialog. */
function isUsedElsewhere(focused: Element | null): boolean {
  if (focused?.closest(takesText)) return true
  return frontDialog() !== undefined
}

/** '/' goes to the search, '?' to the help, Space presses the focused button. */
export const keysOfThePage: readonly string[] = [...singleKeys, ' ']

/** Returns whether a key does something on every page: the first two only while they are shortcuts in this browser. */
export const actsOnPage = (key: string): boolean =>
  keysOfThePage.includes(key) && (!singleKeys.includes(key) || singleKeyShortcuts.get())

/** Returns whether a key is pressed neither in a text field nor while a dialog is open. */
export const isBesideFields = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !isUsedElsewhere(document.activeElement)

/** Returns whether a key is meant for the scan field although the field does not have the focus. */
export const isStray = (event: KeyboardEvent): boolean => !actsOnPage(event.key) && isBesideFields(event)

/** Moves the focus back to the field when a scanner types after a click beside it. */
export function useStrayKeys(field: RefObject<InputRef | null>, strokes: Keystrokes): void {
  // Synchronises with the keyboard of the whole page.
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (!isTyping(event) || !isStray(event)) return
      field.current?.focus()
      strokes.clear()
      strokes.press(event)
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [field, strokes])
}
