import { formatCount } from '@lims/contract/format-count.ts'
import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { storedToken } from '../api/stored-token.ts'
import { useSession } from '../entities/session/session.ts'
import { catchScans } from '../features/scanning/catch-scans.ts'
import { countUnsent } from '../features/scanning/kept-scans.ts'
import { noteLostScan } from '../features/scanning/lost-scans.ts'
import { playScanSound } from '../features/scanning/scan-sound.ts'
import { signedOutScanKeeper } from '../features/scanning/signed-out-scans.ts'

/**
 * Keeps codes that are scanned after the session has ended, until the same person has signed in again, and names those
 * that cannot be kept. The scanner's Enter must not press a button of the sign-in page.
 */
export function useSignedOutScans(): void {
  const { notification } = App.useApp()
  const owner = useSession()?.user.sub
  const lastOwner = useRef(owner)

  // Synchronises with the keyboard of the whole page. Each session that ends begins to count anew.
  useEffect(() => {
    let kept = 0
    if (owner !== undefined) lastOwner.current = owner

    function nameLost(code: string) {
      const codes = noteLostScan(lastOwner.current ?? '', code)
      const isOne = codes.length === 1
      notification.warning({
        key: 'lost-scan',
        title: isOne ? `${code} is not kept` : `${codes.length} scans are not kept`,
        description: `${isOne ? 'The page that was open did not say where it belongs' : codes.join(', ')}. Sign in, and scan ${isOne ? 'it' : 'them'} again.`,
        duration: 0,
      })
    }

    return catchScans({
      isWatched: () =>
        signedOutScanKeeper() !== undefined && storedToken() === undefined && location.pathname !== '/',
      onScan: (code) => {
        const before = countUnsent()
        const result = signedOutScanKeeper()?.(code)
        if (result === false) {
          playScanSound('refused')
          return nameLost(code.raw)
        }
        if (typeof result === 'string') {
          notification.warning({
            key: 'unused-scan',
            title: `${code.raw} is not kept`,
            description: result,
            duration: 0,
          })
          return
        }
        // A tube that is only read again adds no scan.
        kept += countUnsent() - before
        notification.info({
          key: 'signed-out-scans',
          title: kept === 0 ? `${code.raw} is kept` : `${formatCount(kept, 'scan is', 'scans are')} kept`,
          description: `${kept > 1 ? 'They are' : 'It is'} kept until the person who scanned before signs in again.`,
          duration: 0,
        })
      },
    })
  }, [notification, owner])
}
