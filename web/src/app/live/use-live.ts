import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isUnavailable } from '../../api/call-error.ts'
import { useStore } from '../../api/create-store.ts'
import { applyChange } from './apply-change.ts'
import { ChangeQueue } from './change-queue.ts'
import { LiveConnection, type LiveState } from './live-connection.ts'
import { readLiveStream } from './live-stream.ts'

/**
 * Refreshes what is on the screen when others change it. Returns the state of the connection. `onReopen` is called when
 * the connection is back after an interruption.
 */
export function useLive(onReopen: () => void): LiveState {
  const queryClient = useQueryClient()
  const [{ connection, queue }] = useState(() => {
    const queue = new ChangeQueue((change) => applyChange(queryClient, change))
    const connection = new LiveConnection({ read: readLiveStream, onChange: queue.add, onReopen })
    return { connection, queue }
  })

  // Synchronises with the server.
  useEffect(() => {
    const stops = [queue.start(), connection.start()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [connection, queue])

  const state = useStore(connection.state)

  // Synchronises with the server: fetches again what failed while it was away.
  useEffect(() => {
    if (state !== 'live') return
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state: { error } }) => isUnavailable(error),
    })
  }, [queryClient, state])

  return state
}
