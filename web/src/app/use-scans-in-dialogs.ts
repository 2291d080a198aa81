import { App } from 'antd'
import { useEffect } from 'react'
import { KeyBurst } from '../features/scanning/key-burst.ts'
import { playScanSound } from '../features/scanning/scan-sound.ts'

/** A tube, a box, a name that a maker has printed: into these a code may be scanned. */
const takesCodes =
  'input:not([type="checkbox"], [type="radio"], [data-takes="words"]), textarea, [contenteditable="true"]'

/**
 * A code that is scanned while a dialog is open presses none of its buttons, and is not a reason, unless the focus is
 * where codes belong.
 */
export function useScansInDialogs(): void {
  const { notification } = App.useApp()

  // In step with the keyboard of the whole page.
  useEffect(() => {
    const burst = new KeyBurst()
    let before: { field: HTMLInputElement; value: string } | undefined

    function handleKeyDown(event: KeyboardEvent) {
      const target = event.target instanceof Element ? event.target : undefined
      if (!target?.closest('[role="dialog"]') || target.closest(takesCodes)) return burst.clear()
      if (event.key !== 'Enter' && event.key !== 'Tab') {
        if (burst.press(event))
          before = target instanceof HTMLInputElement ? { field: target, value: target.value } : undefined
        return
      }
      const code = burst.end(event.timeStamp)
      if (!burst.isStillEnding(event.timeStamp)) return
      event.preventDefault()
      event.stopPropagation()
      if (!code) return
      if (before) setValue(before.field, before.value)
      playScanSound('refused')
      notification.warning({
        key: 'scan-in-dialog',
        title: `${code.raw} was not used`,
        description: 'It was scanned while a dialog is open. Close the dialog, then scan again.',
      })
    }
    document.addEventListener('keydown', handleKeyDown, true)
    return () => document.removeEventListener('keydown', handleKeyDown, true)
  }, [notification])
}

/** As if typed: React follows the event, and compares with the value that it has set itself. */
function setValue(field: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
