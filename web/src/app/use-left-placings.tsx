import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { App, Button } from 'antd'
import { useEffect } from 'react'
import { useSession } from '../entities/session/session.ts'
import { keysLeft, keysOf } from '../features/scanning/kept-scans.ts'
import { countByBox, keptPlacingsPrefix } from '../pages/storage/scan-in/kept-placings-key.ts'

/** Announces this person's scans into boxes that an earlier session has not sent: they wait until Scan in is opened. */
export function useLeftPlacings(): void {
  const owner = useSession()?.user.sub
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { notification } = App.useApp()

  // In step with the browser's store, which outlives the page.
  useEffect(() => {
    if (!owner) return
    const keys = keysOf(localStorage, keptPlacingsPrefix(owner))
    if (keys.length === 0) return
    let isOver = false
    void announce(owner)
    return () => {
      isOver = true
    }

    async function announce(owner: string) {
      const left = countByBox(await keysLeft(localStorage, keys), owner)
      const { storageQuery } = await import('../entities/storage/storage-api.ts')
      for (const [id, count] of left) {
        // Without its name the box is announced all the same: it may be deleted, or the server away.
        const box = await queryClient.fetchQuery(storageQuery(id)).catch(() => undefined)
        if (isOver) return
        const name = box?.alias ?? `storage ${id}`
        const key = `left-placings-${id}`
        const open = () => {
          notification.destroy(key)
          void navigate({ to: '/storage/$storageId/enhanced', params: { storageId: `${id}` } })
        }
        notification.warning({
          key,
          title: `${count} ${count === 1 ? 'scan' : 'scans'} into ${name} not sent yet`,
          description: `Kept since an earlier session. Scan in of ${name} sends ${count === 1 ? 'it' : 'them'}.`,
          duration: 0,
          actions: (
            <Button size="small" onClick={open}>
              Open {name}
            </Button>
          ),
        })
      }
    }
  }, [owner, queryClient, navigate, notification])
}
