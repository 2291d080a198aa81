import type { Custody, CustodyStep } from '@lims/contract/custody.ts'
import { insertCustodyEvents } from '../src/samples/custody-queries.ts'
import type { Lab } from './lab.ts'
import { unaudited } from './unaudited.ts'

/** Changes the custody of a sample as somebody else would, at the time of the lab. */
export async function changeCustody(
  lab: Lab,
  sampleId: string,
  { from, to, via }: { from: Custody; to: Custody; via: CustodyStep },
): Promise<void> {
  await unaudited(lab.db, (trx) =>
    insertCustodyEvents(
      trx,
      [{ sampleId, from, to }],
      { via, reason: via === 'set' ? 'seen' : '' },
      { userId: 'ada', at: lab.app.now() },
    ),
  )
}
