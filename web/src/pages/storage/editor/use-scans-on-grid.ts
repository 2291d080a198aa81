import { App } from 'antd'
import { useEffect } from 'react'
import { catchScans } from '../../../features/scanning/catch-scans.ts'
import { playScanSound } from '../../../features/scanning/scan-sound.ts'
import { keyName } from '../../../ui/key-cap.tsx'

/** A code that is scanned while a cell has the focus neither opens the cell nor pastes the cut tubes into it. */
export function useScansOnGrid(): void {
  const { notification } = App.useApp()

  // Synchronises with the keyboard of the whole page.
  useEffect(
    () =>
      catchScans({
        isWatched: ({ target }) => target instanceof Element && target.closest('[data-cell]') !== null,
        onScan: ({ raw }) => {
          playScanSound('refused')
          notification.warning({
            key: 'scan-on-grid',
            title: `${raw} was not used`,
            description: `It was scanned while a cell has the focus. Press ${keyName('ctrl')} K to search for it, or choose Scan in, then scan again.`,
          })
        },
      }),
    [notification],
  )
}
