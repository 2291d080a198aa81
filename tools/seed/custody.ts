import { dayMs } from '@lims/contract/durations.ts'
import { checkOut } from '../../server/src/custody/check-out.ts'
import { returnTubes } from '../../server/src/custody/return-tubes.ts'
import { setCustody } from '../../server/src/custody/set-custody.ts'
import type { Transaction } from '../../server/src/db/database.ts'
import { listSamplePlaces } from '../../server/src/storage/placement-queries.ts'

/**
 * Takes some stored tubes out of the freezer: overdue, checked out, returned but not put away, missing, quarantined.
 */
export async function fillCustody(trx: Transaction, sampleIds: string[], today: Date): Promise<void> {
  const placed = new Set((await listSamplePlaces(trx, sampleIds)).map(({ sampleId }) => sampleId))
  const stored = sampleIds.filter((id) => placed.has(id))
  const take = (count: number) => stored.splice(0, count)
  const actor = (userId: string, daysAgo: number) => ({
    userId,
    at: new Date(today.getTime() - daysAgo * dayMs),
  })
  const inDays = (days: number) => new Date(today.getTime() + days * dayMs).toISOString()
  const out = (identifiers: string[], purpose: string, expectedReturn: string) => ({
    identifiers,
    purpose,
    expectedReturn,
    thawed: true,
    keepPlace: true,
    overLimit: false,
  })
  const limits = { thawLimits: new Map() }

  await checkOut(trx, out(take(2), 'ELISA, plate 14', inDays(-2)), limits, actor('demo-bo', 5))
  await checkOut(trx, out(take(3), 'DNA extraction', inDays(1)), limits, actor('demo-ada', 1))
  const returned = take(2)
  await checkOut(trx, out(returned, 'Aliquots for the biobank', inDays(0)), limits, actor('demo-ada', 1))
  await returnTubes(trx, { identifiers: returned }, actor('demo-ada', 0.1))
  const [missing = [], held = []] = [take(2), take(1)]
  await setCustody(
    trx,
    { sampleIds: missing, custody: 'MISSING', reason: 'Not in their cells when the box was checked' },
    actor('demo-bo', 3),
  )
  await setCustody(
    trx,
    { sampleIds: held, custody: 'QUARANTINED', reason: 'Consent is being checked' },
    actor('demo-ada', 2),
  )
}
