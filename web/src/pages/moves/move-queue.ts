import type { ErrorCode } from '@lims/contract/errors.ts'
import { movesApi } from '@lims/contract/moves.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import type { Sender } from '../../api/stored-token.ts'
import { refetchMoves, showStep } from '../../entities/move/move-api.ts'
import { browserTools, createQueuesByPerson } from '../../features/scanning/queues-by-person.ts'
import { refusedOrUnsent } from '../../features/scanning/refused-or-unsent.ts'
import { playScanSound } from '../../features/scanning/scan-sound.ts'
import type { Sending } from '../../features/scanning/send-as-owner.ts'
import { sentAtOf, timeOfScan } from '../../features/scanning/time-of-scan.ts'
import { createMoveQueue, type MoveOutcome, MoveScan } from './move-session.ts'

const failureText = 'The box could not be moved'

/**
 * The queue of a person, its `owner`, for all moves: what was scanned for one is sent while the page shows another.
 * Without a session it stays that of the person who was signed in.
 */
export const moveQueueOf = createQueuesByPerson((queryClient, owner) => {
  const queue = createMoveQueue({
    ...browserTools({ kind: 'moves', owner, schema: MoveScan, sending: sendingWith(queryClient) }),
    onOutcome: ({ state }) => playScanSound(state),
    onIdle: () => void refetchMoves(queryClient),
  })
  return { ...queue, owner }
})

const sendingWith = (queryClient: QueryClient): Sending<MoveScan, MoveOutcome> => ({
  send: (scan, sender) => send(queryClient, scan, sender),
  onFailure: (failure) => {
    const isBoxRefused = failure instanceof CallError && aboutTheBox.has(failure.code ?? '')
    return { ...refusedOrUnsent(failure, failureText), ...(isBoxRefused && { isBoxRefused }) }
  },
})

/** Refusals of a scan whatever its place: the person does not hold a box of this move. */
const aboutTheBox: ReadonlySet<string> = new Set<ErrorCode>([
  'box-not-in-move',
  'box-not-found',
  'box-expected',
  'move-step-done',
  'move-not-open',
  'move-not-found',
])

async function send(queryClient: QueryClient, scan: MoveScan, sender: Sender): Promise<MoveOutcome> {
  const { id: idempotencyKey, moveId, boxCode, targetCode } = scan
  const body = { moveId, boxCode, ...timeOfScan(scan) }
  const options = { ...sender, idempotencyKey, ...sentAtOf(scan) }
  const { step } = await (targetCode === undefined
    ? call(movesApi.pickUp, { body }, options)
    : call(movesApi.confirm, { body: { ...body, targetCode } }, options))
  showStep(queryClient, moveId, step)
  const { boxId, boxAlias, kind, to } = step
  return targetCode === undefined
    ? { state: 'picked-up', boxId, boxAlias }
    : { state: 'confirmed', boxId, boxAlias, path: to?.path ?? '', kind }
}
