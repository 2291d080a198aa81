import { SampleSort, sortFields } from '@lims/contract/sample-sort.ts'
import { type KyselyPlugin, sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()
const read = async (query: Record<string, string>): Promise<string[]> =>
  (await lab.get('/samples/search', query)).json().samples.map(({ name }: { name: string }) => name)

/** b and c in storage, a not; b in the second box of the freezer, which comes first by name. */
beforeEach(async () => {
  const add = async (alias: string, type: string, place: object = {}) =>
    (await lab.post('/storage/add', { alias, type, numberRows: 3, numberColumns: 3, ...place })).json()
      .storage.id
  const freezer = await add('Freezer 1', 'FREEZER')
  const second = await add('Box 10', 'BOX', { parentID: freezer, rowCoordinate: 1, columnCoordinate: 2 })
  const first = await add('Box 9', 'BOX', { parentID: freezer, rowCoordinate: 1, columnCoordinate: 1 })
  const [one, two] = [await lab.addBatch({ name: 'beta' }), await lab.addBatch({ name: 'Alpha' })]
  await lab.addSample({ batch_id: one, name: 'a', alias: 'K3', status: 'RECEIVED', subject_id: 'p2' })
  const b = await lab.addSample({
    batch_id: two,
    name: 'B',
    alias: 'k1',
    status: 'COLLECTED',
    subject_id: 'P1',
  })
  const c = await lab.addSample({ batch_id: one, name: 'c', alias: 'K2', status: 'UNKNOWN' })
  await lab.post('/samples/associate', { sampleId: b.id, storageId: second, location: 'A1' })
  await lab.post('/samples/associate', { sampleId: c.id, storageId: first, location: 'B2' })
})

test.each([
  ['name', 'a B c'],
  ['-name', 'c B a'],
  ['tubeId', 'B c a'],
  ['status', 'c B a'],
  ['batch', 'B a c'],
  ['subject', 'B a c'],
  ['-subject', 'a B c'],
  ['place', 'c B a'],
  ['-place', 'B c a'],
  ['created', 'a B c'],
  ['-created', 'c B a'],
  ['archived', 'B c a'],
  ['-archived', 'c B a'],
])('E4 sorts by %s, those without a value last: %s', async (sort, expected) => {
  expect((await read({ sort })).join(' ')).toBe(expected)
  const paged = await Promise.all(
    ['0', '1', '2', '3'].map((pageNumber) => read({ sort, pageNumber, pageSize: '1' })),
  )
  expect(paged.flat().join(' ')).toBe(expected)
})

test('E4 sorts by the last change and by freeze-thaw cycles', async () => {
  const later = sql`update sample set updated_at = updated_at + interval '1 day' where name = 'a'`
  const frozen = sql`update storage set nominal_temperature_c = -80 where alias = 'Box 10'`
  await unaudited(lab.db, async (trx) => {
    await later.execute(trx)
    await frozen.execute(trx)
  })
  expect(await read({ sort: '-updated' })).toEqual(['a', 'c', 'B'])
  await lab.post('/custody/check-out', { identifiers: ['k1'], purpose: 'ELISA', thawed: true })
  expect(await read({ sort: '-thawCount' })).toEqual(['B', 'c', 'a'])
  expect(await read({ sort: 'thawCount' })).toEqual(['a', 'c', 'B'])
})

test('E4 sorts by every column, in both directions, also with filters', async () => {
  for (const sort of SampleSort.options) {
    expect((await read({ sort })).sort(), sort).toEqual(['B', 'a', 'c'])
    expect(await read({ sort, status: 'RECEIVED', hasPlace: 'no' }), sort).toEqual(['a'])
  }
  expect(SampleSort.options).toHaveLength(2 * sortFields.length)
})

test('E4 refuses another column', async () => {
  const reply = await lab.get('/samples/list', { sort: 'notes' })
  expect([reply.statusCode, reply.json().message]).toEqual([
    400,
    expect.stringMatching(/^sort: must be one of name, /),
  ])
})

test('E4 sorts places as pick lists do: Freezer 2 before Freezer 10, and Ä beside A', async () => {
  for (const freezer of ['zebra', 'Freezer 10', 'Freezer 1', 'Älg', 'freezer 2', 'Freezer 007']) {
    const place = { numberRows: 3, numberColumns: 3 }
    const { id } = (await lab.post('/storage/add', { alias: freezer, type: 'BOX', ...place })).json().storage
    const { id: sampleId } = await lab.addSample({ name: `in ${freezer}` })
    await lab.post('/samples/associate', { sampleId, storageId: id, location: 'A1' })
  }
  const inOrder = ['Älg', 'Freezer 1', 'freezer 2', 'Freezer 007', 'Freezer 10', 'zebra'].map(
    (it) => `in ${it}`,
  )
  const placed = (names: string[]) => names.filter((name) => name.startsWith('in '))
  expect(placed(await read({ sort: 'place' }))).toEqual(inOrder)
  expect(placed(await read({ sort: '-place' }))).toEqual(inOrder.toReversed())
})

test('E4 sorts batches as their list does: Study 2 before Study 10, and Ä beside A', async () => {
  const inOrder = ['Älg', 'Bear', 'Study 2', 'study 10']
  for (const name of inOrder.toReversed())
    await lab.addSample({ name: `in ${name}`, batch_id: await lab.addBatch({ name }) })
  const others = (names: string[]) => names.filter((name) => name.startsWith('in '))
  expect(others(await read({ sort: 'batch' }))).toEqual(inOrder.map((name) => `in ${name}`))
  expect(others(await read({ sort: '-batch' }))).toEqual(inOrder.toReversed().map((name) => `in ${name}`))
})

test('E4 sorts visits by their number: M3 before M12, those without a visit last', async () => {
  const batchId = await lab.addBatch({ name: 'Follow-up' })
  for (const visitId of ['M12', 'M3', 'baseline', 'M24', 'M6'])
    await lab.post('/samples/add', { name: visitId, visitId, batchId, type: 'PLASMA', status: 'UNKNOWN' })
  const inOrder = ['baseline', 'M3', 'M6', 'M12', 'M24']
  expect(await read({ sort: 'visit' })).toEqual([...inOrder, 'a', 'B', 'c'])
  expect(await read({ sort: '-visit' })).toEqual([...inOrder.toReversed(), 'c', 'B', 'a'])
})

test('a page stays full when one of its samples is deleted while it is read: a short one would be the last', async () => {
  const all = (await lab.get('/samples/list', { sort: 'name' })).json().samples
  let deletes = true
  const deleteOnce: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const ids = result.rows.map(({ id }) => id)
      if (deletes && ids.length === 2 && ids[0] === all[0].id && ids[1] === all[1].id) {
        deletes = false
        expect((await lab.post(`/samples/delete?id=${all[1].id}`, undefined)).statusCode).toBe(200)
      }
      return result
    },
  }
  const server = await lab.startServer({ db: lab.db.withPlugin(deleteOnce) })
  const reply = await server.inject({
    url: '/api/samples/list?sort=name&pageSize=2',
    headers: { authorization: `Bearer ${lab.token()}` },
  })
  expect(deletes).toBe(false)
  expect(reply.json().samples.map(({ name }: { name: string }) => name)).toEqual(['a', 'c'])
})
