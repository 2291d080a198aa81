import type { ReplyOf } from '@lims/contract/endpoint.ts'
import type { picksApi } from '@lims/contract/picks.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { pickListQuery, useUndoPick } from '../../entities/pick/pick-api.ts'
import { useSession } from '../../entities/session/session.ts'
import { refetchPlaces } from '../../entities/storage/use-refresh-places.ts'
import { dropOldSessions } from '../../features/scanning/drop-old-sessions.ts'
import { inOrderOfScans } from '../../features/scanning/in-order-of-scans.ts'
import { browserTools, createQueuesByPerson } from '../../features/scanning/queues-by-person.ts'
import { keyOfUndo } from '../../features/scanning/scan-list.ts'
import { createScanQueue } from '../../features/scanning/scan-queue.ts'
import { playScanSound } from '../../features/scanning/scan-sound.ts'
import type { Readings } from '../../features/scanning/scanned-code.ts'
import { useScanQueue } from '../../features/scanning/use-scan-queue.ts'
import { useSignedOutKeeper } from '../../features/scanning/use-signed-out-keeper.ts'
import { withdrawIfRefused } from '../../features/scanning/use-undo-last.ts'
import { emptyPickSession, lastPicked, type PickOutcome, PickScan, pickRules } from './pick-session.ts'
import type { PickListContent } from './pick-walk.ts'
import { pickingFrom } from './picking-from.ts'

/**
 * The scans of one pick list and what can be done with them. A closed list, or without the permission, takes no scans,
 * and undoes none.
 */
export function usePicking(pickListId: string, { takesScans }: { takesScans: boolean }) {
  const queryClient = useQueryClient()
  const queue = pickQueueOf(queryClient, useSession()?.user.sub, pickListId)
  const session = useScanQueue(queue, emptyPickSession)
  const undo = useUndoPick()
  const last = takesScans ? lastPicked(session) : undefined

  const scan = (readings: Readings) => queue.add(readings, (made) => made)
  useSignedOutKeeper(scan, { isOn: takesScans })

  function undoLast() {
    if (!last) return
    const { scanId, item } = last
    const requestedAt = Date.now()
    const attempt = { idempotencyKey: keyOfUndo(scanId) }
    const onReply = ({ item: { state } }: ReplyOf<typeof picksApi.undoPick>) =>
      queue.setOutcome(scanId, { state: 'undone', item, isMissing: state === 'not-found' }, requestedAt)
    const picked = { pickListId, sampleId: item.sampleId, eventId: item.eventId }
    withdrawIfRefused(undo.mutateAsync(picked, { onReply }, attempt), () => queue.withdrawUndo(scanId))
  }

  return {
    session,
    readSession: queue.session.get,
    scan,
    retry: queue.retry,
    retryUnsent: queue.retryUnsent,
    remove: queue.remove,
    undoLast: last && undoLast,
    /** The scan that `undoLast` takes back. */
    undoableId: last?.scanId,
  }
}

export type Picking = ReturnType<typeof usePicking>

const pickQueueOf = createQueuesByPerson((queryClient, owner, pickListId: string) => {
  const queue = createScanQueue(pickRules, {
    ...inOrderOfScans(
      queryClient,
      owner,
      browserTools({
        kind: 'picks',
        owner,
        place: pickListId,
        schema: PickScan,
        sending: pickingFrom({
          pickListId,
          getContent: () => queryClient.getQueryData(pickListQuery(pickListId).queryKey),
        }),
      }),
    ),
    onOutcome: (outcome) => {
      playScanSound(outcome.state)
      showPicked(queryClient, pickListId, outcome)
    },
    onIdle: () => void refetchPlaces(queryClient),
  })
  dropOldSessions('lims.picks.')
  return queue
})

/** Shows a pick at once; the list is fetched again after it. */
function showPicked(queryClient: QueryClient, pickListId: string, outcome: PickOutcome) {
  if (outcome.state !== 'picked') return
  const { sampleId } = outcome.item
  const { queryKey } = pickListQuery(pickListId)
  if (!queryClient.getQueryData(queryKey)) return
  // The server may have read what is being fetched before the pick.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (before): PickListContent | undefined => {
    const item = before?.items.find((one) => one.sampleId === sampleId)
    if (!before || !item || item.state === 'picked') return before
    const { counts } = before.pickList
    return {
      ...before,
      pickList: {
        ...before.pickList,
        counts: { ...counts, [item.state]: counts[item.state] - 1, picked: counts.picked + 1 },
      },
      items: before.items.map((one) => (one === item ? { ...one, state: 'picked' as const } : one)),
    }
  })
}
