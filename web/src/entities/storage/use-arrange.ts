import { formatCount } from '@lims/contract/format-count.ts'
import type { ArrangeSamplesBody } from '@lims/contract/sample-location.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { CallError, hasCode, isOutcomeUnknown } from '../../api/call-error.ts'
import { randomKey } from '../../api/idempotency-keys.ts'
import { type Try, useWrite } from '../../api/use-write.ts'
import { undoScope, useUndoNotice } from '../../ui/use-undo-notice.tsx'
import { useRefreshPlaces } from './use-refresh-places.ts'

type Arrangement = ArrangeSamplesBody & {
  /** The text of the undo notice: '3 tubes moved to Box 04'. */
  notice: string
}

/**
 * Sends a move. If nobody knows its outcome, it throws an error with the text that fits: offline nothing was sent,
 * otherwise only the grid can show whether it was saved. The move is never sent again, and `expected` keeps a second
 * one from moving a tube twice.
 */
async function arrange(body: ArrangeSamplesBody, { token, idempotencyKey = randomKey() }: Try) {
  const wasOffline = !navigator.onLine
  try {
    return await call(sampleLocationApi.arrange, { body }, { token, idempotencyKey })
  } catch (failure) {
    if (!isOutcomeUnknown(failure)) throw failure
    const doubt = hasCode(failure, 'no-answer') ? 'The server did not respond, so the move' : 'The move'
    const text = wasOffline
      ? 'This computer is offline. Nothing was moved, and nothing will be moved later.'
      : `${doubt} may or may not have been saved. Check the grid after it has reloaded.`
    throw new CallError(text, { code: 'no-answer', isOutcomeUnknown: !wasOffline, cause: failure })
  }
}

/** Moves tubes in one request and offers to undo it. Afterwards the grids are fetched again, also after a refusal. */
export function useArrange() {
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const refresh = useRefreshPlaces()

  const moveBack = useWrite({
    mutationFn: arrange,
    onSuccess: ({ count }) => void message.success(`${formatCount(count, 'tube')} moved back`),
    onSettled: refresh,
    scope: undoScope,
    meta: { errorTitle: 'The move could not be undone' },
  })

  return useWrite({
    mutationFn: ({ moves, expected }: Arrangement, options) => arrange({ moves, expected }, options),
    onSuccess: ({ before, custodyEventIds = [] }, { moves, notice }) =>
      offerUndo(notice, moveBack.retryable({ moves: before, expected: moves, undo: { custodyEventIds } })),
    onSettled: refresh,
    meta: { errorTitle: 'The tubes were not moved' },
  })
}
