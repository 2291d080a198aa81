import { SampleStatus } from '@lims/contract/sample-status.ts'
import { expect, test } from 'vitest'
import { migrate } from '../../server/src/db/migrate.ts'
import { openTestDatabase } from '../../server/test/test-database.ts'
import { fillLaboratory } from './fill-laboratory.ts'

test('the demo laboratory has samples in every status, from two sites, each change with a name to it', {
  timeout: 60_000,
}, async () => {
  const { db, close } = await openTestDatabase()
  await migrate(db)

  const { samples, changes } = await fillLaboratory(db, new Date('2026-11-20T09:00:00.000Z'))

  const rows = await db.selectFrom('sample').select(['status', 'site_id']).execute()
  expect(rows).toHaveLength(samples)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(SampleStatus.options))
  expect(new Set(rows.map(({ site_id }) => site_id))).toEqual(new Set(['SITE001', 'SITE007', null]))
  const events = await db.selectFrom('lifecycle_event').select(['person_id', 'from_status']).execute()
  expect(events.filter(({ from_status }) => from_status !== null)).toHaveLength(changes)
  expect(new Set(events.map(({ person_id }) => person_id))).toEqual(
    new Set(['demo-ada', 'demo-bo', 'demo-chiara']),
  )
  await close()
})
