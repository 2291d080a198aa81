import type { Batch } from '@lims/contract/batches.ts'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import { unaudited } from '../../test/unaudited.ts'
import { listBatches } from './batch-queries.ts'

const lab = await openLab()
const names = async (path: string, query: Record<string, string> = {}) =>
  ((await lab.get(path, query)).json().batches as Batch[]).map(({ name }) => name)
const addAll = async (...all: string[]) => {
  for (const name of all) await lab.addBatch({ name })
}

test('API-BATCH-05 ENT-02 CONST-02 lists batches from page 0, newest first, with their total', async () => {
  await addAll('one', 'two', 'three', 'four', 'five')
  expect((await lab.get('/batches/list', { pageNumber: '1', pageSize: '2' })).json()).toMatchObject({
    batches: [{ name: 'three' }, { name: 'two' }],
    totalBatches: 5,
  })
  expect(await names('/batches/list', { page_number: '2', page_size: '2' })).toEqual(['one'])
  expect(await names('/batches/list', { pageNumber: '9' })).toEqual([])
})

test('BATCH-12 a page has a hundred batches, or one where only the total is wanted', async () => {
  const common = { description: '', created_at: testNow, created_by: 'ada', updated_at: testNow }
  const batches = Array.from({ length: 101 }, (_, index) => ({ ...common, name: `Batch ${index}` }))
  await unaudited(lab.db, (trx) => trx.insertInto('batch').values(batches).execute())
  expect(await names('/batches/search', { pageSize: '100' })).toHaveLength(100)
  expect(await names('/batches/list', { pageSize: '100', pageNumber: '1' })).toEqual(['Batch 0'])
  const one = (await lab.get('/batches/list', { pageSize: '1' })).json()
  expect([one.batches.length, one.totalBatches]).toEqual([1, 101])
})

test('BATCH-03 sorts by name in both directions, ignoring case', async () => {
  await addAll('beta', 'Alpha', 'GAMMA')
  expect(await names('/batches/list', { sort: 'name' })).toEqual(['Alpha', 'beta', 'GAMMA'])
  expect(await names('/batches/list', { sort: '-name' })).toEqual(['GAMMA', 'beta', 'Alpha'])
})

test('BATCH-03 sorts by name as storages are: Study 2 before Study 10, and Ä beside A', async () => {
  const inOrder = ['Älg', 'alpha', 'Study 2', 'study 10', 'Zebra']
  await addAll('Zebra', 'study 10', 'Älg', 'Study 2', 'alpha')
  expect(await names('/batches/list', { sort: 'name' })).toEqual(inOrder)
  expect(await names('/batches/list', { sort: '-name' })).toEqual(inOrder.toReversed())
  const paged = await Promise.all(
    ['0', '1', '2'].map((pageNumber) =>
      names('/batches/search', { sort: 'name', pageNumber, pageSize: '2' }),
    ),
  )
  expect(paged.flat()).toEqual(inOrder)
})

test('API-BATCH-06 finds batches by part of the name, ignoring case, with special characters as literals', async () => {
  await addAll('Nordic study', 'nordic pilot', '100 % plasma', 'a_b', 'aXb', 'back\\slash')
  expect((await names('/batches/search', { query: 'NORDIC' })).sort()).toEqual([
    'Nordic study',
    'nordic pilot',
  ])
  expect(await names('/batches/search', { query: '%' })).toEqual(['100 % plasma'])
  expect(await names('/batches/search', { query: '_' })).toEqual(['a_b'])
  expect(await names('/batches/search', { query: '\\' })).toEqual(['back\\slash'])
  expect(await names('/batches/search', { query: 'none' })).toEqual([])
})

test('the batch of exactly the name that is searched comes before newer ones', async () => {
  await addAll('Pilot', 'Old pilot', 'Pilot 2', 'Pilot 3')
  expect(await names('/batches/search', { query: ' PILOT ' })).toEqual([
    'Pilot',
    'Pilot 3',
    'Pilot 2',
    'Old pilot',
  ])
  expect(await names('/batches/search', { query: 'pil' })).toEqual([
    'Pilot 3',
    'Pilot 2',
    'Old pilot',
    'Pilot',
  ])
})

test('the samples of the batches before a page are not counted', async () => {
  const common = { description: '', created_at: testNow, created_by: 'ada', updated_at: testNow }
  const batches = Array.from({ length: 100 }, (_, index) => ({ ...common, name: `Batch ${index}` }))
  const sample = { ...{ created_at: testNow, created_by: 'ada', updated_at: testNow }, volume_nl: 0 }
  await unaudited(lab.db, async (trx) => {
    const ids = await trx.insertInto('batch').values(batches).returning('id').execute()
    const samples = ids.map(({ id }) => ({ ...sample, name: 'NB-1', batch_id: id, type: 'BLOOD' as const }))
    await trx.insertInto('sample').values(samples).execute()
  })
  for (const sort of ['newest', 'name'] as const) {
    const lastPage = { pageNumber: 99, pageSize: 1, query: undefined, sort }
    const read = await rowsReadBy(lab.db, 'sample_count', async (trx) => {
      expect(await listBatches(trx, lastPage, 100)).toHaveLength(1)
    })
    expect(read).toBeLessThan(20)
  }
})

test('API-BATCH-04 BATCH-05 returns one batch with its number of samples', async () => {
  const id = await lab.addBatch({ name: 'Nordic study' })
  await lab.addSample({ batch_id: id })
  await lab.addSample({ batch_id: id, name: 'NB-002' })
  const { batch } = (await lab.get('/batches/get', { id: id.toUpperCase() })).json()
  expect(batch).toMatchObject({ id, name: 'Nordic study', numSamples: 2 })
})

test.each(['7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f', 'no-id', '1'])(
  'replies not found for batch %s',
  async (id) => {
    const reply = await lab.get('/batches/get', { id })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toEqual({ code: 'batch-not-found', message: 'Batch not found' })
  },
)
