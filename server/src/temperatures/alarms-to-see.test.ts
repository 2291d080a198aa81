import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import { unaudited } from '../../test/unaudited.ts'
import { listAlarmsToSee } from './alarm-queries.ts'

const lab = await openLab()

test('a search for open alarms reads none that are over and acknowledged', async () => {
  const shape = { alias: 'Freezer 1', type: 'FREEZER', numberRows: 3, numberColumns: 3 }
  const { id } = (await lab.post('/storage/add', shape)).json().storage
  await unaudited(lab.db, (trx) =>
    sql`
      insert into temperature_alarm (storage_id, kind, began_at, ended_at, acknowledged_at, acknowledged_by)
      select ${id}::integer, 'no-readings', began_at, case when week > 1 then began_at + interval '1 hour' end,
        case when week > 2 then began_at + interval '2 hours' end, case when week > 2 then 'ada' end
      from (
        select week, ${testNow}::timestamptz - week * interval '7 days' as began_at from generate_series(1, 1002) week
      ) alarm
    `.execute(trx),
  )
  await sql`analyze temperature_alarm`.execute(lab.db)
  const { alarms, total } = await listAlarmsToSee(lab.db, { now: testNow })
  expect([alarms.length, total]).toEqual([2, 2])
  const read = await rowsReadBy(lab.db, 'temperature_alarm', (trx) => listAlarmsToSee(trx, { now: testNow }))
  expect(read).toBeLessThan(20)
})
