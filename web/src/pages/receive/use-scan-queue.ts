import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useResend } from '../../api/use-resend.ts'
import { useSession } from '../../entities/session/session.ts'
import { queueOf } from './scan-queues.ts'

export function useScanQueue() {
  const queryClient = useQueryClient()
  const owner = useSession()?.user.sub
  const queue = queueOf(queryClient, owner)
  const session = useSyncExternalStore(queue.subscribe, queue.session)

  useResend(queue, session.scans)

  // In step with what a reload, a closed tab or the end of a session has left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a person who has signed in again goes on
  useEffect(() => void queue.start(), [queue, owner])

  return { queue, session }
}
