import type { MoveDetails } from '@lims/contract/moves.ts'
import { useQueryClient } from '@tanstack/react-query'
import { moveQuery } from '../../entities/move/move-api.ts'
import { useSession } from '../../entities/session/session.ts'
import { useDenial } from '../../entities/session/use-may.ts'
import { playScanSound } from '../../features/scanning/scan-sound.ts'
import type { Readings } from '../../features/scanning/scanned-code.ts'
import { useScanQueue } from '../../features/scanning/use-scan-queue.ts'
import { useSignedOutKeeper } from '../../features/scanning/use-signed-out-keeper.ts'
import { moveQueueOf } from './move-queue.ts'
import {
  codeOf,
  emptyMoveSession,
  isOffline,
  isPickUpPending,
  meaningOf,
  wrongPlace,
} from './move-session.ts'
import { heldBox, withKeptScans } from './move-walk.ts'

/** A smaller difference of the clocks is the way of the reply. */
const toleratedSkewMs = 5000
const serverAhead = (differenceMs: number) => (Math.abs(differenceMs) > toleratedSkewMs ? differenceMs : 0)

/**
 * The scans of this person in a move: the queue and its session, the steps with the scans that are kept on this phone,
 * the box in hand, and what takes a scan, which returns why nothing is made of it. `fetchedAt` is when the move was
 * fetched, in ms by the clock of this phone.
 */
export function useMoveScans(move: MoveDetails, fetchedAt: number) {
  const queryClient = useQueryClient()
  const queue = moveQueueOf(queryClient, useSession()?.user.sub)
  const session = useScanQueue(queue, emptyMoveSession)
  const denial = useDenial('move.run')
  const mayScan = move.state === 'open' && denial === undefined
  const steps = withKeptScans(move.steps, session.scans, move.id)
  const serverAheadMs = serverAhead(Date.parse(move.now) - fetchedAt)
  const holder = { moveId: move.id, personId: queue.owner, serverAheadMs }

  /**
   * Reads the session and the steps at each scan: after the end of the sign-in nothing is drawn again, and before it a
   * scan may come between a reply and the drawing. Returns why nothing is made of a scan.
   */
  function handleScan(code: string): string | undefined {
    const current = queue.session.get()
    const known = queryClient.getQueryData(moveQuery(move.id).queryKey) ?? move
    const stepsNow = withKeptScans(known.steps, current.scans, move.id)
    const inHandNow = heldBox(current, stepsNow, holder)
    const meaning = meaningOf(code, inHandNow?.held, stepsNow)
    if (meaning.kind === 'box') queue.pickUp(move.id, code)
    if (meaning.kind === 'repeat') {
      return `That is ${inHandNow?.step?.boxAlias ?? code}, which you hold. Scan its new place.`
    }
    if (meaning.kind !== 'target') return undefined
    // Without a connection the server would refuse a wrong rack long after the box was put there.
    const refusal = isOffline(current, Date.now()) ? wrongPlace(code, inHandNow?.step) : undefined
    queue.confirm(meaning.held, code, refusal)
    return undefined
  }

  const handleReadings = (readings: Readings) => handleScan(codeOf(readings, move.steps))

  /** Takes a scan after the end of the sign-in. Returns why nothing is made of it. */
  function keepScan(readings: Readings): string | undefined {
    const problem = handleReadings(readings)
    const current = queue.session.get()
    const newest = current.scans[0]?.progress
    if (problem === undefined) return newest?.state === 'refused' ? newest.reason : undefined
    // The box whose pick-up is kept, read again.
    if (isPickUpPending(current, move.id, codeOf(readings, move.steps))) return undefined
    playScanSound('refused')
    return problem
  }

  useSignedOutKeeper(keepScan, { isOn: mayScan })

  return { session, queue, steps, inHand: heldBox(session, steps, holder), denial, mayScan, handleReadings }
}
