import type { ArrangeSamplesBody } from '@lims/contract/sample-location.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { App } from 'antd'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/call-error.ts'
import { randomKey } from '../../../api/idempotency-keys.ts'
import { useWrite } from '../../../api/use-write.ts'
import { countOf } from '../../../entities/storage/storage-words.ts'
import { useRefreshPlaces } from '../../../entities/storage/use-refresh-places.ts'
import { useUndoNotice } from '../../../ui/use-undo-notice.tsx'

type Wanted = ArrangeSamplesBody & {
  /** What is said once it is done: '3 tubes moved to Box 04'. */
  said: string
}

/**
 * Says what is known about a move without a reply: offline nothing was sent, otherwise the grids have to show it.
 * The move is never sent again later, and `expected` keeps a second one from moving a tube twice.
 */
async function arrange(body: ArrangeSamplesBody) {
  const wasOffline = !navigator.onLine
  try {
    return await call(sampleLocationApi.arrange, { body }, { idempotencyKey: randomKey() })
  } catch (failure) {
    if (!(failure instanceof CallError) || failure.code !== 'no-answer') throw failure
    const text = wasOffline
      ? 'This computer is offline. Nothing was moved, and nothing will be moved later.'
      : 'The server did not reply, so the move may or may not have been saved. The grid shows it once it is read again.'
    throw new CallError(text, { code: 'no-answer', cause: failure })
  }
}

/** Moves tubes in one step, and offers to move them back. After a refusal the grids are read again. */
export function useArrange() {
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const refresh = useRefreshPlaces()

  const putBack = useWrite({
    mutationFn: arrange,
    onSuccess: ({ count }) => void message.success(`${countOf(count, 'tube')} put back`),
    onSettled: refresh,
    meta: { errorTitle: 'The move could not be undone' },
  })

  return useWrite({
    mutationFn: ({ moves, expected }: Wanted) => arrange({ moves, expected }),
    onSuccess: ({ before }, { moves, said }) =>
      offerUndo(said, () => putBack.mutate({ moves: before, expected: moves })),
    onSettled: refresh,
    meta: { errorTitle: 'The tubes were not moved' },
  })
}
