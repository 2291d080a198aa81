import { ImportQuery } from '@lims/contract/imports.ts'
import { expect, test } from 'vitest'
import { countQueries } from '../../test/count-queries.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { readConfig } from '../config.ts'
import { buildTable } from './build-table.ts'
import { importSamples } from './import-samples.ts'

const lab = await openLab()

const actor = {
  userId: 'ada',
  at: testNow,
  access: { rolesOn: false, role: null, permissions: new Set<never>() },
  expiresAt: testNow,
  sessionId: 'session',
  signedInAt: testNow,
}

test('the queries of an import do not grow with the number of parents that are in the batch already', async () => {
  const { laboratoryTime } = readConfig({})
  const importChildren = async (parents: number) => {
    const batchId = await lab.addBatch({ name: `${parents} parents` })
    const rows: string[][] = []
    for (let number = 1; number <= parents; number += 1) {
      const name = `NB-${number}`
      await lab.addSample({ batch_id: batchId, name })
      rows.push([`${name}-DNA-${number + 1}`, 'DNA', name])
    }
    const table = buildTable('csv', [['Name', 'Type', 'Parent'], ...rows])
    const query = ImportQuery.parse({ columns: 'name,type,parent', batchId })
    const settings = { actor, report: async () => {}, laboratoryTime }
    const count = await countQueries(lab.db, (trx) =>
      importSamples(trx, { table, sha256: `${parents}` }, query, settings),
    )
    const saved = await lab.db
      .selectFrom('sample')
      .select('child_counts')
      .where('batch_id', '=', batchId)
      .where('parent_sample_id', 'is', null)
      .orderBy('number')
      .execute()
    expect(saved).toEqual(rows.map((_, index) => ({ child_counts: { DNA: index + 2 } })))
    return count
  }
  expect(await importChildren(20)).toBe(await importChildren(2))
})
