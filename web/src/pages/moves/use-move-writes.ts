import { type MoveDetails, movesApi } from '@lims/contract/moves.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { type MoveChoice, refetchMoves, showStep } from '../../entities/move/move-api.ts'

type Whole = 'replan' | 'undo' | 'close'
const errorTitles: Record<Whole, string> = {
  replan: 'The move could not be planned again',
  undo: 'The move could not be undone',
  close: 'The move could not be closed',
}

/** Starts a move by its plan. */
export function useStartMove() {
  const queryClient = useQueryClient()
  return useWrite<{ move: MoveDetails }, MoveChoice>({
    isSubmission: true,
    mutationFn: (body, options) => call(movesApi.start, { body }, options),
    onSuccess: () => void refetchMoves(queryClient),
    meta: { errorTitle: 'The move could not be started' },
  })
}

/** Plans again, undoes or closes a whole move. */
export function useWholeMove(moveId: string, what: Whole) {
  const queryClient = useQueryClient()
  return useWrite<{ move: MoveDetails }>({
    mutationFn: (_, options) => call(movesApi[what], { body: { moveId } }, options),
    onSettled: () => void refetchMoves(queryClient),
    meta: { errorTitle: errorTitles[what] },
  })
}

/**
 * Undoes the last step of the signed-in person. The variable is the Idempotency-Key: another one means another step.
 */
export function useUndoStep(moveId: string) {
  const queryClient = useQueryClient()
  return useWrite({
    mutationFn: (idempotencyKey: string, { token }) =>
      call(movesApi.undoStep, { body: { moveId } }, { token, idempotencyKey }),
    onSuccess: ({ step }) => showStep(queryClient, moveId, step),
    onSettled: () => void refetchMoves(queryClient),
    meta: { errorTitle: 'The last step could not be undone' },
  })
}
