import { CustodyList } from '@lims/contract/custody.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countQueries } from '../../test/count-queries.ts'
import { custodyCalls } from '../../test/custody-calls.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import { unaudited } from '../../test/unaudited.ts'
import { countCustodyLists } from './custody-list-queries.ts'

const lab = await openLab({ THAW_LIMITS: 'PLASMA=1' })
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
  const { addBox, addPlaced, checkOut, giveBack, setTo } = custodyCalls(lab)
  const box = await addBox({ celsius: -80 })
  const tubes: { id: string; alias: string }[] = []
  for (const cell of ['A1', 'A2', 'A3', 'B1', 'B2', 'B3', 'C1', 'C2', 'C3'])
    tubes.push(await addPlaced(box, cell, `NB-${cell}`))
  const take = () => tubes.shift() ?? { id: '', alias: '' }
  await ok(lab.post('/picks/create', { name: 'Friday', sampleIds: [take().id, take().id], thawed: true }))
  await setTo([take().id], 'MISSING')
  await setTo([take().id, take().id], 'QUARANTINED')
  await checkOut([take().alias], { expectedReturn: '2026-11-20T09:30:00Z' })
  const returned = take().alias
  await checkOut([returned], { keepPlace: false })
  await giveBack([returned])
  const overLimit = take().alias
  await checkOut([overLimit], { thawed: true })
  await giveBack([overLimit])
  await checkOut([overLimit], { thawed: true, overLimit: true })
  await checkOut([take().alias])
  lab.setNow(new Date('2026-11-20T10:00:00Z'))

  const lists = CustodyList.options.map(async (show) => {
    const { samples, total, totals } = (await lab.get('/custody/list', { show, pageSize: '100' })).json()
    const { total: ofPerson } = (await lab.get('/custody/list', { show, personId: 'ada' })).json()
    return [show, { rows: samples.length, total, ofPerson, amongAll: totals[show] }]
  })
  const counted = (rows: number) => ({ rows, total: rows, ofPerson: rows, amongAll: rows })
  expect(Object.fromEntries(await Promise.all(lists))).toEqual({
    out: counted(8),
    overdue: counted(1),
    CHECKED_OUT: counted(3),
    RESERVED: counted(2),
    MISSING: counted(1),
    QUARANTINED: counted(2),
    'to-put-away': counted(1),
    'to-confirm': counted(1),
  })
})
