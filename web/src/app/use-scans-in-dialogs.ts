import { App } from 'antd'
import { useEffect } from 'react'
import { withoutAimIdentifier } from '../entities/sample/extract-identifier.ts'
import { catchScans } from '../features/scanning/catch-scans.ts'
import { playScanSound } from '../features/scanning/scan-sound.ts'
import { couldBeIdentifier, type Readings } from '../features/scanning/scanned-code.ts'

/** Fields that take scanned codes: of a tube, of a box, a name that a maker has printed. */
const takesCodes =
  'input:not([type="checkbox"], [type="radio"], [data-takes]), textarea:not([data-takes]), [contenteditable="true"]'

/**
 * Keeps a code that is scanned while a dialog is open from pressing its buttons or becoming a reason, unless the
 * focused field takes codes. Where the code would submit a change of many samples, the person must confirm.
 */
export function useScansInDialogs(): void {
  const { notification } = App.useApp()

  // Synchronises with the keyboard of the whole page.
  useEffect(() => {
    let before: { field: Field; value: string; caret: number } | undefined

    return catchScans({
      isWatched: ({ target }) =>
        target instanceof Element &&
        target.closest('[role="dialog"]') !== null &&
        !target.closest(takesCodes),
      onBegin: ({ target }) => {
        before = isField(target)
          ? { field: target, value: target.value, caret: target.selectionStart ?? 0 }
          : undefined
      },
      onScan: (readings) => {
        const takes = before?.field.dataset.takes
        if (before && takes === 'code') return dropPrefix(before.field, before.caret)
        if (before && takes === 'lines') return endLine(before.field, before.caret, readings)
        if (before) setValue(before.field, before.value)
        playScanSound('refused')
        notification.warning({
          key: 'scan-in-dialog',
          title: `${readings.raw} was not used`,
          description: 'It was scanned while a dialog is open. Close the dialog, then scan again.',
        })
      },
    })
  }, [notification])
}

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** As if typed: React follows the event, and compares with the value that it has set itself. */
function setValue(field: Field, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Removes the AIM symbology identifier of the code that begins at `start`. */
function dropPrefix(field: Field, start: number) {
  const code = field.value.slice(start)
  const bare = withoutAimIdentifier(code)
  if (bare !== code) setValue(field, field.value.slice(0, start) + bare)
}

/**
 * Ends the line after a code, whichever key the scanner sends. If the text from `start` on cannot be a code, because the
 * computer has another keyboard layout than the scanner, it is replaced by what the scanner sent.
 */
function endLine(field: Field, start: number, { raw, physical }: Readings) {
  const isMisread = physical !== undefined && !couldBeIdentifier(raw)
  const [text, from] = isMisread ? [`${physical}\n`, start] : ['\n', field.selectionStart ?? 0]
  field.setRangeText(text, from, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
