import type { PrintLabel } from '@lims/contract/print-runs.ts'
import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const numSamples = 1000

test('1,000 labels take at most 3 times as long as 1,000 plain queries of the same rows', async () => {
  const batch = { name: 'Nordic study 4', description: 'd', numSamples, tubeType: 'EDTA' }
  const { id: batchId } = (await lab.post('/batches/add', batch)).json().batch
  const { id: runId } = (await lab.post('/print-runs/start', { batchId })).json().run
  const rows = await lab.db.selectFrom('sample').select('id').where('batch_id', '=', batchId).execute()

  const queries = async () => {
    for (const { id } of rows) {
      await lab.db.selectFrom('sample').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    }
  }
  const pages = async () => {
    const labels: PrintLabel[] = []
    for (let after = 0; after < numSamples; after += 200) {
      labels.push(...(await lab.get('/print-runs/labels', { runId, after: `${after}` })).json().labels)
    }
    expect(labels.filter(({ labelData }) => labelData?.includes('^XZ'))).toHaveLength(numSamples)
  }

  await expectTimesAsLong({ base: queries, work: pages, atMostTimes: 3 })
})
