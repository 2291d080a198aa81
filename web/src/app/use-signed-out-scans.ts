import { App } from 'antd'
import { useEffect } from 'react'
import { storedToken } from '../api/stored-token.ts'
import { Keystrokes } from '../features/scanning/keystrokes.ts'
import { readScan } from '../features/scanning/scanned-code.ts'
import { signedOutScanKeeper } from '../features/scanning/signed-out-scans.ts'

/**
 * Keeps codes that are scanned after the session has ended, until the same person has signed in again. The scanner's
 * Enter must not press a button of the sign-in page.
 */
export function useSignedOutScans(): void {
  const { notification } = App.useApp()

  // In step with the keyboard of the whole page.
  useEffect(() => {
    const strokes = new Keystrokes()
    let text = ''
    let kept = 0

    function handleKeyDown(event: KeyboardEvent) {
      const keep = signedOutScanKeeper()
      if (!keep || storedToken() !== undefined || location.pathname === '/') return
      if (event.key !== 'Enter' && event.key !== 'Tab') {
        if (event.key.length === 1) text += event.key
        strokes.press(event)
        return
      }
      if (strokes.isScan(event.timeStamp)) {
        event.preventDefault()
        event.stopPropagation()
        keep(readScan(text, strokes.usText(event.timeStamp)))
        kept += 1
        notification.info({
          key: 'signed-out-scans',
          title: kept === 1 ? '1 scan is kept' : `${kept} scans are kept`,
          description: `${kept === 1 ? 'It is' : 'They are'} kept until the person who scanned before signs in again.`,
          duration: 0,
        })
      }
      text = ''
      strokes.clear()
    }
    document.addEventListener('keydown', handleKeyDown, true)
    return () => document.removeEventListener('keydown', handleKeyDown, true)
  }, [notification])
}
