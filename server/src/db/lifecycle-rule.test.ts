import { nextStatuses, receivableStatuses, SampleStatus } from '@lims/contract/sample-status.ts'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/test-database.ts'

test('the database holds the same lifecycle table as the contract, and the wider door of receiving', async () => {
  const { db, close } = await openTestDatabase()
  const rules = await db.selectFrom('lifecycle_rule').selectAll().execute()
  await close()

  const stepsBy = (door: string) =>
    rules.filter((rule) => rule.door === door).map((rule) => `${rule.from_status} to ${rule.to_status}`)
  const stated = SampleStatus.options.flatMap((from) => nextStatuses[from].map((to) => `${from} to ${to}`))
  expect(stepsBy('table').sort()).toEqual(stated.sort())
  expect(stepsBy('receive').sort()).toEqual(receivableStatuses.map((from) => `${from} to RECEIVED`).sort())
})
