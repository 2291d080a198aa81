import { maxChosenSamples } from '@lims/contract/sample-bulk.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()
const matching = (query: Record<string, string> = {}) => lab.get('/samples/matching', query)
const namesOf = async (query: Record<string, string> = {}) =>
  (await matching(query)).json().samples.map(({ name }: { name: string }) => name)

const addMany = (batchId: string, count: number) =>
  unaudited(lab.db, (trx) =>
    sql`
      insert into sample (name, type, batch_id, created_at, created_by, updated_at)
      select 'P-' || n, 'PLASMA', ${batchId}::uuid, ${testNow}::timestamptz, 'ada', ${testNow}::timestamptz
      from generate_series(1, ${count}::int) n
    `.execute(trx),
  )

test('E5 lists all samples that match, newest batch first, with what the bulk bar shows', async () => {
  const old = await lab.addBatch({ name: 'Old' })
  const first = await lab.addSample({ name: 'O-1', batch_id: old, status: 'RECEIVED' })
  const recent = await lab.addBatch({ name: 'Recent' })
  await lab.addSample({ name: 'R-1', batch_id: recent })
  await lab.addSample({ name: 'R-2', batch_id: recent, status: 'RECEIVED' })

  expect(await namesOf()).toEqual(['R-1', 'R-2', 'O-1'])
  expect(await namesOf({ status: 'RECEIVED' })).toEqual(['R-2', 'O-1'])
  expect((await matching({ batchId: old })).json()).toEqual({
    samples: [{ id: first.id, name: 'O-1', alias: first.alias, status: 'RECEIVED' }],
  })
})

test('E5 lists them in the order of a column, as the list does', async () => {
  const batch_id = await lab.addBatch({ name: 'Old' })
  for (const name of ['b', 'C', 'a']) await lab.addSample({ name, batch_id, status: 'RECEIVED' })
  await lab.addSample({ name: 'd', batch_id: await lab.addBatch({ name: 'Recent' }), status: 'RECEIVED' })
  await lab.addSample({ name: 'e', batch_id })
  expect(await namesOf({ status: 'RECEIVED', sort: 'name' })).toEqual(['a', 'b', 'C', 'd'])
  expect(await namesOf({ sort: '-name' })).toEqual(['e', 'd', 'C', 'b', 'a'])
})

test('E5 D3 a parent that does not match is not among them, though a child of it is', async () => {
  const { id: parentSampleId } = await lab.addSample({ name: 'NB-1' })
  await lab.post('/samples/add-child', { parentSampleId, count: 2, type: 'DNA' })
  expect(await namesOf({ query: 'dna' })).toEqual(['NB-1-DNA-1', 'NB-1-DNA-2'])
})

test('E5 refuses more than 20,000 with a sentence that says what to do', async () => {
  const batchId = await lab.addBatch()
  await addMany(batchId, maxChosenSamples)
  expect((await matching()).json().samples).toHaveLength(maxChosenSamples)
  await lab.addSample({ name: 'One more', batch_id: batchId })
  const refused = await matching()
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    {
      code: 'too-many-samples',
      message:
        'More than 20,000 samples match. At most 20,000 can be chosen at once; please narrow the filters.',
    },
  ])
  expect((await matching({ query: 'one more' })).json().samples).toHaveLength(1)
})

test('E5 20,000 matching samples move to one status and back in one step each', async () => {
  await addMany(await lab.addBatch(), maxChosenSamples)
  const sampleIds = (await matching()).json().samples.map(({ id }: { id: string }) => id)
  const moved = await lab.post('/samples/update-statuses', { sampleIds, newStatus: 'COLLECTED' })
  expect(moved.json().count).toBe(maxChosenSamples)
  expect((await lab.get('/samples/list', { status: 'COLLECTED' })).json().totalSamples).toBe(maxChosenSamples)
  const undone = await lab.post('/samples/undo-status', { eventIds: moved.json().eventIds })
  expect(undone.json()).toEqual({ success: true, count: maxChosenSamples })
  expect((await lab.get('/samples/list', { status: 'UNKNOWN' })).json().totalSamples).toBe(maxChosenSamples)
})
