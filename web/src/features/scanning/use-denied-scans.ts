import { useEffect, useState } from 'react'
import { catchScans } from './catch-scans.ts'
import { playScanSound } from './scan-sound.ts'
import { isBesideFields } from './use-stray-keys.ts'

/**
 * Returns a message that names the last code scanned while the person lacks the permission, such as after a change of
 * role.
 */
export function useDeniedScans(isDenied: boolean): string | undefined {
  const [code, setCode] = useState<string>()

  // Synchronises with the keyboard of the whole page: a field that is disabled gets no keys.
  useEffect(() => {
    if (!isDenied) return
    return catchScans({
      isWatched: isBesideFields,
      onScan: ({ raw }) => {
        playScanSound('refused')
        setCode(raw)
      },
    })
  }, [isDenied])

  return isDenied && code !== undefined ? `${code} was scanned, but is not taken.` : undefined
}
