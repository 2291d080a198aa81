import type { Deletion } from '@lims/contract/deletions.ts'
import { dayMs } from '@lims/contract/durations.ts'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()

const list = (query: Record<string, string> = {}) =>
  ok<{ deletions: Deletion[]; totalDeletions: number }>(lab.get('/deletions/list', query))
const namesOf = async (query: Record<string, string> = {}) =>
  (await list(query)).deletions.map(({ name }) => name)
const remove = async (path: string): Promise<string> => (await lab.post(path, undefined)).json().deletionId
const undo = async (body: object, token = lab.token()) => {
  const reply = await lab.post('/deletions/undo', body, token)
  return [reply.statusCode, reply.json().code ?? 'restored']
}
const addBox = async (alias: string): Promise<number> =>
  (await lab.post('/storage/add', { alias, type: 'BOX', numberRows: 10, numberColumns: 10 })).json().storage
    .id

test('E6 lists samples, batches and storages that were deleted, the newest first, until they are restored', async () => {
  const sample = await lab.addSample({ name: 'NB-1' })
  const body = { name: 'Pilot', description: 'd', numSamples: 3, tubeType: 'EDTA' }
  const { batch } = (await lab.post('/batches/add', body)).json()
  const box = await addBox('Box 3')
  const deletions: string[] = []
  const paths = [
    `/samples/delete?id=${sample.id}`,
    `/batches/delete?id=${batch.id}`,
    `/storage/delete?id=${box}`,
  ]
  for (const [index, path] of paths.entries()) {
    lab.setNow(new Date(testNow.getTime() + index * 1000))
    deletions.unshift(await remove(path))
  }
  const by = { deletedByName: 'Ada Lindqvist', deletedAt: expect.stringMatching(/Z$/) }
  expect(await list()).toEqual({
    deletions: [
      {
        deletionId: deletions[0],
        entityType: 'storage',
        name: 'Box 3',
        storageType: 'BOX',
        alias: null,
        numSamples: 0,
        ...by,
      },
      {
        deletionId: deletions[1],
        entityType: 'batch',
        name: 'Pilot',
        storageType: null,
        alias: null,
        numSamples: 3,
        ...by,
      },
      {
        deletionId: deletions[2],
        entityType: 'sample',
        name: 'NB-1',
        storageType: null,
        alias: sample.alias,
        numSamples: 1,
        ...by,
      },
    ],
    totalDeletions: 3,
  })
  await undo({ deletionId: deletions[1] })
  expect(await namesOf()).toEqual(['Box 3', 'NB-1'])
})

test('E6 goes back 90 days, and older deletions can still be found by their code and restored', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const deletionId = await remove(`/samples/delete?id=${id}`)
  lab.setNow(new Date(testNow.getTime() + 90 * dayMs))
  const token = await lab.signIn('bo', 'Bo Chen')
  const listed = async () => (await lab.get('/deletions/list', {}, token)).json().totalDeletions
  expect(await listed()).toBe(1)
  lab.setNow(new Date(testNow.getTime() + 90 * dayMs + 1))
  expect(await listed()).toBe(0)
  expect((await lab.get('/deletions/list', { code: id }, token)).json()).toMatchObject({
    deletions: [{ deletionId }],
    totalDeletions: 1,
  })
  expect((await lab.get('/deletions/find', { code: id }, token)).json().deletion).toMatchObject({
    deletionId,
  })
  expect(await undo({ deletionId }, token)).toEqual([200, 'restored'])
})

test('E6 finds the deletion of a sample by its code, also one that went with its batch', async () => {
  const batch_id = await lab.addBatch({ name: 'Pilot' })
  const { alias, id } = await lab.addSample({ name: 'NB-1', batch_id })
  const other = await lab.addSample({ name: 'NB-2', batch_id: await lab.addBatch({ name: 'Other' }) })
  await remove(`/samples/delete?id=${other.id}`)
  await remove(`/batches/delete?id=${batch_id}`)
  expect(await namesOf({ code: ` ${alias.toLowerCase()} ` })).toEqual(['Pilot'])
  expect(await namesOf({ code: id.toUpperCase() })).toEqual(['Pilot'])
  expect(await list({ code: 'T9999999' })).toEqual({ deletions: [], totalDeletions: 0 })
})

test('E6 comes in pages', async () => {
  for (let number = 1; number <= 5; number++) {
    const { id } = await lab.addSample({ name: `NB-${number}` })
    lab.setNow(new Date(testNow.getTime() + number * 1000))
    await remove(`/samples/delete?id=${id}`)
  }
  expect(await namesOf({ pageSize: '2' })).toEqual(['NB-5', 'NB-4'])
  expect(await namesOf({ pageSize: '2', pageNumber: '2' })).toEqual(['NB-1'])
  expect((await list({ pageSize: '2' })).totalDeletions).toBe(5)
})

test('E6 of two people who restore at once, one restores and the other is refused', async () => {
  const bo = await lab.signIn('bo', 'Bo Chen')
  for (let round = 0; round < 5; round++) {
    const { id } = await lab.addSample({ name: `NB-${round}` })
    const deletionId = await remove(`/samples/delete?id=${id}`)
    const results = await Promise.all([undo({ deletionId }), undo({ deletionId }, bo)])
    expect(results.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [200, 'restored'],
      [409, 'deletion-undone'],
    ])
    expect((await lab.get('/samples/get', { id })).statusCode).toBe(200)
    const restored = lab.db.selectFrom('audit_event').select('id').where('action', '=', 'sample.restore')
    expect(await restored.where('entity_id', '=', id).execute()).toHaveLength(1)
  }
})

test('E6 D7 a restore and a tube placed into its cell at once: one of them has the cell', async () => {
  const bo = await lab.signIn('bo', 'Bo Chen')
  const box = await addBox('Box 3')
  for (const location of ['A1', 'A2', 'A3', 'A4', 'A5']) {
    const [old, newcomer] = [await lab.addSample(), await lab.addSample()]
    await lab.post('/samples/associate', { sampleId: old.id, storageId: box, location })
    const deletionId = await remove(`/samples/delete?id=${old.id}`)
    const [restored, placed] = await Promise.all([
      undo({ deletionId }),
      lab.post('/samples/associate', { sampleId: newcomer.id, storageId: box, location }, bo),
    ])
    const won = [restored[0] === 200, placed.statusCode === 200]
    expect(won.filter(Boolean), JSON.stringify([restored, placed.json()])).toHaveLength(1)
    if (won[0]) continue
    expect(await undo({ deletionId, withoutPlace: true })).toEqual([200, 'restored'])
    expect((await lab.get('/samples/get', { id: old.id })).statusCode).toBe(200)
  }
})

test('E6 D7 a batch of 1,000 samples comes back as it was, but for the one cell that was taken', async () => {
  const body = { name: 'Large', description: 'd', numSamples: 1000, tubeType: 'EDTA' }
  const { batch } = (await lab.post('/batches/add', body)).json()
  const boxes = [await addBox('Box 1'), await addBox('Box 2')]
  const { samples } = (await lab.get('/samples/list', { batchId: batch.id, pageSize: '200' })).json() as {
    samples: { id: string }[]
  }
  const moves = samples.map(({ id }, index) => ({
    sampleId: id,
    storageId: boxes[Math.floor(index / 100)],
    rowCoordinate: 1 + (Math.floor(index / 10) % 10),
    columnCoordinate: 1 + (index % 10),
  }))
  expect((await lab.post('/samples/arrange', { moves })).statusCode).toBe(200)
  const before = (await lab.get('/samples/list', { batchId: batch.id, pageSize: '1000' })).json()
  const deletionId = await remove(`/batches/delete?id=${batch.id}`)
  expect((await list()).deletions).toMatchObject([{ name: 'Large', numSamples: 1000 }])

  const newcomer = await lab.addSample({ name: 'Newcomer', batch_id: await lab.addBatch({ name: 'Other' }) })
  await lab.post('/samples/associate', { sampleId: newcomer.id, storageId: boxes[0], location: 'A1' })
  const refused = await lab.post('/deletions/undo', { deletionId })
  expect(refused.json()).toEqual({
    code: 'cell-taken',
    message: `It cannot come back to its place: A1 of Box 1 holds Newcomer (${newcomer.alias}) now. It can come back without its place.`,
  })
  expect((await lab.get('/batches/get', { id: batch.id })).statusCode).toBe(404)

  expect((await lab.post('/deletions/undo', { deletionId, withoutPlace: true })).json().numSamples).toBe(1000)
  expect(await namesOf()).toEqual([])
  const occupied = async (id: number) =>
    (await lab.get('/storage/get', { id: `${id}` })).json().storage.occupied
  expect([await occupied(boxes[0] ?? 0), await occupied(boxes[1] ?? 0)]).toEqual([100, 100])
  const after = (await lab.get('/samples/list', { batchId: batch.id, pageSize: '1000' })).json()
  const fieldsOf = (list: typeof before) =>
    list.samples.map(({ id, name, alias, status }: Record<string, string>) => ({ id, name, alias, status }))
  expect(fieldsOf(after)).toEqual(fieldsOf(before))
})
