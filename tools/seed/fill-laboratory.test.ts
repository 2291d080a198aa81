import { SampleStatus } from '@lims/contract/sample-status.ts'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../server/test/test-database.ts'
import { fillLaboratory } from './fill-laboratory.ts'

test('the demo data has samples in every status, from two sites, and in boxes if they were processed', {
  timeout: 60_000,
}, async () => {
  const { db, close } = await openTestDatabase()

  const { samples } = await fillLaboratory(db, new Date('2026-11-20T09:00:00.000Z'))

  const rows = await db.selectFrom('sample').select(['status', 'site_id']).execute()
  expect(rows).toHaveLength(samples)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(SampleStatus.options))
  expect(new Set(rows.map(({ site_id }) => site_id))).toEqual(new Set(['SITE001', 'SITE007', null]))
  const events = await db.selectFrom('lifecycle_event').select('person_id').execute()
  expect(new Set(events.map(({ person_id }) => person_id))).toEqual(
    new Set(['demo-ada', 'demo-bo', 'demo-chiara']),
  )
  const stored = await db.selectFrom('sample').select('status').where('is_stored', '=', true).execute()
  expect(new Set(stored.map(({ status }) => status))).toEqual(
    new Set(['PROCESSED', 'QC_PASS', 'QC_FAIL', 'SEQUENCED']),
  )
  await close()
})
