import { CustodyList } from '@lims/contract/custody.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countQueries } from '../../test/count-queries.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import { unaudited } from '../../test/unaudited.ts'
import { countCustodyLists } from './custody-list-queries.ts'

const lab = await openLab()
const tubes = 4000
/** Half of these are overdue. All other tubes are in quarantine. */
const checkedOut = 100

async function takeAllTubes() {
  const kind = { name: 'C', description: 'd', tubeType: 'EDTA' }
  await lab.post('/batches/add', { ...kind, numSamples: tubes })
  await unaudited(lab.db, (trx) =>
    sql`
      insert into custody_event (sample_id, via, from_custody, to_custody, at, person_id, reason, expected_return_at)
      select id, case when is_out then 'check-out' else 'set' end, custody,
        case when is_out then 'CHECKED_OUT' else 'QUARANTINED' end, ${testNow}, 'ada', 'seen',
        case when is_out and number % ${(2 * tubes) / checkedOut} = 0 then ${testNow}::timestamptz - interval '1 day' end
      from (select *, number % ${tubes / checkedOut} = 0 as is_out from sample) sample
    `.execute(trx),
  )
  await sql`vacuum (analyze)`.execute(lab.db)
}

test('the numbers of all lists come in one statement, which reads each sample once at most', async () => {
  await takeAllTubes()
  expect(await countQueries(lab.db, (trx) => countCustodyLists(trx, testNow))).toBe(1)
  const read = await rowsReadBy(lab.db, 'sample', (trx) => countCustodyLists(trx, testNow))
  expect(read).toBeLessThanOrEqual(tubes)
})

test('each list has as many rows as its number says', async () => {
  await takeAllTubes()
  for (const show of CustodyList.options) {
    const { total, totals } = (await lab.get('/custody/list', { show, pageSize: '10' })).json()
    const ofPerson = (await lab.get('/custody/list', { show, pageSize: '10', personId: 'ada' })).json()
    expect([total, ofPerson.total], show).toEqual([totals[show], totals[show]])
    if (show === 'overdue') expect(total).toBe(checkedOut / 2)
  }
})
