import { picksApi } from '@lims/contract/picks.ts'
import { call } from '../../api/call.ts'
import { hasCode } from '../../api/call-error.ts'
import { currentSession } from '../../entities/session/session.ts'
import { notSignedIn, refusedOrUnsent } from '../../features/scanning/refused-or-unsent.ts'
import { sameCode } from '../../features/scanning/scanned-code.ts'
import { timeOfScan } from '../../features/scanning/time-of-scan.ts'
import type { PickOutcome, PickScan } from './pick-session.ts'
import type { PickListContent } from './pick-walk.ts'

const failureText = 'The tube was not picked'

type PickTarget = { pickListId: string; content: PickListContent | undefined }

/** Picks a scanned tube, but only while the person who scanned it is signed in. */
export async function sendPick(
  scan: PickScan,
  target: PickTarget,
  scannedBy: string | undefined,
): Promise<PickOutcome> {
  if (!scannedBy || currentSession()?.user.sub !== scannedBy) return notSignedIn
  try {
    return await pickEitherReading(scan, target)
  } catch (failure) {
    const isTooLate = hasCode(failure, 'pick-list-closed')
    return { ...refusedOrUnsent(failure, failureText), ...(isTooLate && { isTooLate }) }
  }
}

/** A scanner on a foreign keyboard leaves two readings: that of a tube of the list counts. */
async function pickEitherReading(scan: PickScan, { pickListId, content }: PickTarget): Promise<PickOutcome> {
  const { raw, physical } = scan.readings
  if (physical === undefined) return pick(raw, scan, pickListId, scan.id)
  const find = (code: string) =>
    content?.items.find(({ tubeId, sampleId }) => sameCode(tubeId, code) || sameCode(sampleId, code))
  const [one, other] = [find(raw), find(physical)]
  if (one && other && one.sampleId !== other.sampleId) {
    const reason = `On this keyboard the code can be ${one.tubeId} (${one.name}) or ${other.tubeId} (${other.name}). Nothing was picked: type the tube ID by hand.`
    return { state: 'refused', reason }
  }
  if (other) return pick(physical, scan, pickListId, scan.id)
  return pick(raw, scan, pickListId, scan.id).catch((failure: unknown) => {
    if (!hasCode(failure, 'sample-not-found')) throw failure
    return pick(physical, scan, pickListId, `${scan.id}:us`)
  })
}

async function pick(
  code: string,
  scan: PickScan,
  pickListId: string,
  idempotencyKey: string,
): Promise<PickOutcome> {
  const body = { pickListId, code, ...timeOfScan(scan) }
  const reply = await call(picksApi.pick, { body }, { idempotencyKey })
  return reply.outcome === 'picked'
    ? { state: 'picked', item: reply.item, note: reply.note }
    : { state: 'box', storageId: reply.storageId, path: reply.message }
}
