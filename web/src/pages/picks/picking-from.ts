import { type PickItem, picksApi } from '@lims/contract/picks.ts'
import { call } from '../../api/call.ts'
import { hasCode } from '../../api/call-error.ts'
import type { Sender } from '../../api/stored-token.ts'
import { refusedOrUnsent } from '../../features/scanning/refused-or-unsent.ts'
import { couldBeIdentifier, sameCode } from '../../features/scanning/scanned-code.ts'
import type { Sending } from '../../features/scanning/send-as-owner.ts'
import { readsAsTwo, sendEitherReading } from '../../features/scanning/send-either-reading.ts'
import { sentAtOf, timeOfScan } from '../../features/scanning/time-of-scan.ts'
import type { PickOutcome, PickScan } from './pick-session.ts'
import type { PickListContent } from './pick-walk.ts'

const failureText = 'The tube was not picked'
const nothingWasDone = 'Nothing was picked'

type PickTarget = { pickListId: string; getContent: () => PickListContent | undefined }

/** Picks scanned tubes of a list. */
export const pickingFrom = (target: PickTarget): Sending<PickScan, PickOutcome> => ({
  send: (scan, sender) => pickEitherReading(scan, target, sender),
  onFailure: (failure) => {
    const isTooLate = hasCode(failure, 'pick-list-closed')
    return { ...refusedOrUnsent(failure, failureText), ...(isTooLate && { isTooLate }) }
  },
})

/**
 * A scanner on a foreign keyboard leaves two readings. If that on this keyboard can be an identifier, or a whole text a
 * tube ID, they are looked up among all samples: the tube in hand may not be on the list. Else that of a tube of the
 * list counts.
 */
function pickEitherReading(
  scan: PickScan,
  { pickListId, getContent }: PickTarget,
  sender: Sender,
): Promise<PickOutcome> {
  const { raw, physical, rawTexts, physicalTexts } = scan.readings
  const send = (code: string, idempotencyKey: string) =>
    pick(code, scan, pickListId, { ...sender, idempotencyKey })
  if (physical !== undefined && !couldBeIdentifier(raw) && !rawTexts && !physicalTexts) {
    const find = (code: string) =>
      getContent()?.items.find(({ tubeId, sampleId }) => sameCode(tubeId, code) || sameCode(sampleId, code))
    const [one, other] = [find(raw), find(physical)]
    if (one && other && one.sampleId !== other.sampleId) {
      return Promise.resolve(readsAsTwo(named(one), named(other), nothingWasDone))
    }
    if (other) return send(physical, scan.id)
  }
  return sendEitherReading<PickOutcome>({ scan, send, sender, nothingWasDone })
}

const named = ({ tubeId, name }: PickItem) => ({ alias: tubeId, name })

async function pick(
  code: string,
  scan: PickScan,
  pickListId: string,
  options: Sender & { idempotencyKey: string },
): Promise<PickOutcome> {
  const body = { pickListId, code, ...timeOfScan(scan) }
  const reply = await call(picksApi.pick, { body }, { ...options, ...sentAtOf(scan) })
  return reply.outcome === 'picked'
    ? { state: 'picked', item: reply.item, note: reply.note }
    : { state: 'box', storageId: reply.storageId, path: reply.message }
}
