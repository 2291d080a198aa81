import { hourMs } from '@lims/contract/durations.ts'
import type { Transaction } from '../../server/src/db/database.ts'
import { closePickList } from '../../server/src/picks/close-pick-list.ts'
import { createPickList } from '../../server/src/picks/create-pick-list.ts'
import { pickTube } from '../../server/src/picks/pick-tube.ts'
import { reportNotFound } from '../../server/src/picks/report-not-found.ts'

/** Adds a closed pick list with its outcome, and an open one that is picked half. */
export async function addPickLists(trx: Transaction, today: Date): Promise<void> {
  const stored = await listStoredSamples(trx)
  // Every fifth tube, so that the walk has several boxes.
  const spread = stored.filter((_, index) => index % 5 === 0)
  const at = (hoursAgo: number) => new Date(today.getTime() - hoursAgo * hourMs)

  const closed = await createPickList(
    trx,
    {
      ...defaults,
      name: 'QC repeat, week 46',
      purpose: 'Repeat of failed QC',
      sampleIds: spread.slice(0, 8),
    },
    { userId: 'demo-ada', at: at(50) },
  )
  const ada = { userId: 'demo-ada', at: at(49) }
  for (const code of spread.slice(0, 6)) await pickTube(trx, { pickListId: closed.id, code }, noLimits, ada)
  const [, , , , , , missing = ''] = spread
  await reportNotFound(trx, { pickListId: closed.id, sampleId: missing, reason: 'The cell is empty' }, ada)
  await closePickList(trx, closed.id, { userId: 'demo-ada', at: at(48) })

  const wanted = spread.slice(8, 28)
  const open = await createPickList(
    trx,
    {
      ...defaults,
      name: 'C2N shipment',
      purpose: 'p-tau217 at C2N',
      personId: 'demo-bo',
      expectedReturn: new Date(today.getTime() + 14 * 24 * hourMs).toISOString(),
      sampleIds: wanted,
    },
    { userId: 'demo-ada', at: at(5) },
  )
  const bo = { userId: 'demo-bo', at: at(1) }
  for (const code of wanted.slice(0, 5)) await pickTube(trx, { pickListId: open.id, code }, noLimits, bo)
}

const noLimits = { thawLimits: new Map<never, number>() }

const defaults = {
  codes: undefined,
  personId: undefined,
  expectedReturn: undefined,
  thawed: false,
  withoutUnavailable: false,
}

/** The ids of samples that can be reserved, in the order of registration. */
async function listStoredSamples(trx: Transaction): Promise<string[]> {
  const rows = await trx
    .selectFrom('sample')
    .select('id')
    .where('is_stored', '=', true)
    .where('custody', '=', 'AVAILABLE')
    .orderBy('number')
    .execute()
  return rows.map(({ id }) => id)
}
