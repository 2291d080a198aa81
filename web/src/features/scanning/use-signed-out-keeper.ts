import { useEffect, useRef } from 'react'
import { currentSession, useSession } from '../../entities/session/session.ts'
import { keepSignedOutScans, type ScanKeeper } from './signed-out-scans.ts'

/**
 * Keeps scans that are made on the sign-in page if the session ends while this page is open. See `keepSignedOutScans`.
 * `isOn` says whether the person may scan on this page now: otherwise no scan is said to be kept.
 */
export function useSignedOutKeeper(
  keep: ScanKeeper,
  { isOn, isLasting = false }: { isOn: boolean; isLasting?: boolean },
): void {
  const ofSession = useRef(keep)
  const leave = useRef<ReturnType<typeof keepSignedOutScans>>(undefined)
  const owner = useSession()?.user.sub

  // Synchronises with the last page that was shown to the person who is signed in: after that the page is nobody's.
  useEffect(() => {
    if (currentSession()) ofSession.current = keep
  })

  // Synchronises with where such scans go. The end of the session leaves it as it is; another person begins anew.
  useEffect(() => {
    if (owner === undefined) return
    if (!isOn) {
      leave.current?.({ isDenied: true })
      return
    }
    const stop = keepSignedOutScans((readings) => ofSession.current(readings), { isLasting })
    leave.current = stop
    return () => {
      if (currentSession()) stop()
    }
  }, [isOn, isLasting, owner])
}
