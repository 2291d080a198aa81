import { useEffect, useEffectEvent } from 'react'
import { isOpenDialog } from './open-dialog.ts'
import { handlerOf } from './shortcut.ts'

/**
 * Handles keys anywhere on the page, except those of a text field and where another component has handled the key. In
 * an open dialog they are handled only if `mayAct` returns true for it: otherwise the action would happen behind the
 * dialog. A key that is held down counts once.
 */
export function usePageKeys(
  actions: Readonly<Record<string, () => void>>,
  mayAct: (dialog: Element) => boolean = () => false,
) {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const dialog = dialogAround(event.target)
    if (!dialog || mayAct(dialog)) handlerOf(actions, event)?.()
  })

  // Synchronises with the keyboard events of the whole page.
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (!event.defaultPrevented && !event.repeat && !isMeantForField(event.target)) act(event)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

/** Returns the open dialog of a key, unless it shows what the page does, as that of the camera: `data-keys="page"`. */
function dialogAround(target: EventTarget | null): Element | undefined {
  const dialog = target instanceof Element ? target.closest('[role="dialog"]') : null
  return dialog && isOpenDialog(dialog) && !dialog.closest('[data-keys="page"]') ? dialog : undefined
}

const typesWithoutText = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']
const fieldSelector = 'input, textarea, select, [contenteditable="true"]'

/** Whether a key pressed in the element writes a letter. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches(fieldSelector) &&
  !(target instanceof HTMLInputElement && typesWithoutText.includes(target.type))

const busyForm = 'form[aria-busy="true"]'

/**
 * Whether a key pressed in the element belongs to a text field: also to that of a form which is being saved, where the
 * field is disabled, and the button has the focus or nothing has it.
 */
export const isMeantForField = (target: EventTarget | null): boolean =>
  isTextField(target) ||
  (target === document.body && document.querySelector(busyForm) !== null) ||
  (target instanceof Element && target.closest(busyForm) !== null)
