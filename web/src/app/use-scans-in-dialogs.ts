import { App } from 'antd'
import { useEffect } from 'react'
import { KeyBurst } from '../features/scanning/key-burst.ts'
import { playScanSound } from '../features/scanning/scan-sound.ts'

/** What a code may be scanned into: a list of codes, and the choice of a tube or a box. */
const takesCodes = 'textarea, [role="combobox"]'

/** A code that is scanned while a dialog is open confirms nothing: the scanner's Enter would press its button. */
export function useScansInDialogs(): void {
  const { notification } = App.useApp()

  // In step with the keyboard of the whole page.
  useEffect(() => {
    const burst = new KeyBurst()

    function handleKeyDown(event: KeyboardEvent) {
      const target = event.target instanceof Element ? event.target : undefined
      if (!target?.closest('[role="dialog"]') || target.closest(takesCodes)) return burst.clear()
      if (event.key !== 'Enter' && event.key !== 'Tab') return void burst.press(event)
      const code = burst.end(event.timeStamp)
      if (!code) return
      event.preventDefault()
      event.stopPropagation()
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
