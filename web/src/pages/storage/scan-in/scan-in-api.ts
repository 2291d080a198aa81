import { type RackEntry, type RackTube, racksApi } from '@lims/contract/rack-scan.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { call } from '../../../api/call.ts'
import { hasCode } from '../../../api/call-error.ts'
import { presentSender, type Sender } from '../../../api/stored-token.ts'
import { refusedOrUnsent } from '../../../features/scanning/refused-or-unsent.ts'
import { keyOfUndo } from '../../../features/scanning/scan-list.ts'
import { whyNoTube } from '../../../features/scanning/scanned-code.ts'
import type { Sending } from '../../../features/scanning/send-as-owner.ts'
import { readsAsTwo } from '../../../features/scanning/send-either-reading.ts'
import { sentAtOf } from '../../../features/scanning/time-of-scan.ts'
import type { Place, PlacingOutcome, PlacingScan } from './placing-queue.ts'

const failureText = 'Failed to associate sample to position'
const outside: Place = { storageId: 0, rowCoordinate: null, columnCoordinate: null }

/** Places scanned tubes in a box. */
export const placingIn = (storageId: number): Sending<PlacingScan, PlacingOutcome> => ({
  send: (scan, sender) => (scan.moveFrom ? move(scan, storageId, sender) : place(scan, storageId, sender)),
  onFailure: (failure) => refusedOrUnsent(failure, failureText),
})

/**
 * Moves the tube of a scan back to where it was before. After a lost reply, the next try gets the reply of the first.
 */
export function undoPlacing(scan: PlacingScan, storageId: number) {
  if (scan.progress.state !== 'placed') throw new Error(`The scan ${scan.id} has placed nothing`)
  const { before, sample, custodyEventIds = [] } = scan.progress
  const { sampleId } = sample
  const body = {
    moves: [{ sampleId, ...before }],
    expected: [{ sampleId, ...placeOf(scan, storageId) }],
    undo: { custodyEventIds },
  }
  const options = { ...presentSender(), idempotencyKey: keyOfUndo(scan.id) }
  return call(sampleLocationApi.arrange, { body }, options)
}

async function place(scan: PlacingScan, storageId: number, sender: Sender): Promise<PlacingOutcome> {
  const tube = await findTube(scan, storageId, sender)
  if (typeof tube === 'string') return { state: 'refused', reason: tube }
  const { sample, state, from, isToReceive } = tube
  if (from) {
    const { storageId, rowCoordinate, columnCoordinate, path } = from
    const place = { storageId, rowCoordinate, columnCoordinate }
    return { state: 'stored', sample, path, place, isToReceive }
  }
  const body = { sampleId: sample.sampleId, ...placeOf(scan, storageId), scannedAt: timeOf(scan) }
  const associate = call(
    sampleLocationApi.associate,
    { body },
    { ...sender, idempotencyKey: scan.id, ...sentAtOf(scan) },
  )
  // An earlier attempt may have placed it, and its reply was lost: the same key returns that reply.
  const reply = await (state === 'same' ? associate.catch(unlessPlacedBefore) : associate)
  return { state: 'placed', sample, before: outside, custodyEventIds: reply?.custodyEventIds, isToReceive }
}

/** The tube was in its cell before the scan, or the reply is not kept any more. */
function unlessPlacedBefore(failure: unknown): undefined {
  if (!hasCode(failure, 'already-stored') && !hasCode(failure, 'idempotency-key-reused')) throw failure
}

async function move(
  { moveFrom, ...scan }: PlacingScan,
  storageId: number,
  sender: Sender,
): Promise<PlacingOutcome> {
  if (!moveFrom) throw new Error(`The scan ${scan.id} moves nothing`)
  const { sample, place: before, isToReceive } = moveFrom
  const { sampleId } = sample
  const moves = [{ sampleId, ...placeOf(scan, storageId) }]
  const body = { moves, expected: [{ sampleId, ...before }], scannedAt: timeOf(scan) }
  const { custodyEventIds } = await call(
    sampleLocationApi.arrange,
    { body },
    { ...sender, idempotencyKey: `${scan.id}:move`, ...sentAtOf(scan) },
  )
  return { state: 'placed', sample, before, custodyEventIds, isToReceive }
}

type KnownTube = RackEntry & { sample: RackTube }

/**
 * Returns the tube and where it is registered, or why it is unknown. A scanner on a foreign keyboard leaves two
 * readings, and the whole text of each comes before the identifier in it.
 */
async function findTube(
  { readings, label }: PlacingScan,
  storageId: number,
  sender: Sender,
): Promise<KnownTube | string> {
  const { raw, physical, rawTexts = [], physicalTexts = [] } = readings
  const lookUpFirst = async (codes: readonly string[]) => {
    for (const code of codes) {
      const tube = await lookUp(code, label, storageId, sender)
      if (tube) return tube
    }
    return undefined
  }
  const [one, other] = await Promise.all([
    lookUpFirst([...rawTexts, raw]),
    physical === undefined ? undefined : lookUpFirst([...physicalTexts, physical]),
  ])
  if (one && other && one.sample.sampleId !== other.sample.sampleId) {
    return readsAsTwo(one.sample, other.sample, 'Nothing was placed').reason
  }
  return one ?? other ?? whyNoTube(readings) ?? `No sample with tube ID ${raw}.`
}

/** Looks up a code as a rack of one tube, which gives its sample and the cell where it is registered. */
async function lookUp(
  code: string,
  label: string,
  storageId: number,
  sender: Sender,
): Promise<KnownTube | undefined> {
  const content = JSON.stringify({ Position: [label], TubeID: [code] })
  const body = { storageId, content, convention: 'own' as const }
  const { entries } = await call(racksApi.preview, { body }, sender)
  return entries.find((entry): entry is KnownTube => entry.sample !== undefined)
}

const timeOf = ({ scannedAt }: Pick<PlacingScan, 'scannedAt'>) => new Date(scannedAt).toISOString()

const placeOf = ({ cell }: Pick<PlacingScan, 'cell'>, storageId: number) => ({
  storageId,
  rowCoordinate: cell.row,
  columnCoordinate: cell.column,
})
