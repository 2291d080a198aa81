import type { AddChildrenReply } from '@lims/contract/sample-bulk.ts'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

const post = async <T = AddChildrenReply>(path: string, body: object): Promise<T> => {
  const reply = await lab.post(path, body)
  expect(reply.json()).toMatchObject({ success: true })
  return reply.json() as T
}
const volumeOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample.volume
const childrenOf = async (sampleId: string) =>
  (await lab.get('/samples/children', { sampleId })).json().children as { id: string; name: string }[]
const addParents = async (names: string[], volume = 2) => {
  const batchId = await lab.addBatch({ name: `Batch of ${names[0]}` })
  const bodies = names.map((name) => ({ name, batchId, type: 'BLOOD', status: 'RECEIVED', volume }))
  const added = await Promise.all(
    bodies.map((body) => post<{ sample: { id: string } }>('/samples/add', body)),
  )
  return added.map(({ sample }) => sample.id)
}
const parents = (...names: string[]) => addParents(names)

test('E5 E13 each chosen sample gets the same children, in the order in which they were chosen', async () => {
  const parentSampleIds = (await parents('NB-1', 'NB-2')).reverse()
  const body = { parentSampleIds, count: 2, type: 'PLASMA', volume: 0.5, takeFromParent: true, loss: 0.1 }
  const { count, samples, undo } = await post('/samples/add-children', body)
  expect(count).toBe(4)
  expect(samples.map(({ name }) => name)).toEqual([
    ...['NB-2-PLASMA-1', 'NB-2-PLASMA-2'],
    ...['NB-1-PLASMA-1', 'NB-1-PLASMA-2'],
  ])
  expect(await Promise.all(parentSampleIds.map(volumeOf))).toEqual([0.9, 0.9])
  expect(await post('/samples/undo-add-children', undo)).toEqual({ success: true, count: 4 })
  expect(await Promise.all(parentSampleIds.map(volumeOf))).toEqual([2, 2])
  expect(await Promise.all(parentSampleIds.map(childrenOf))).toEqual([[], []])
})

test('E13 if one parent holds too little, no child is created, and it is named', async () => {
  const [rich = ''] = await parents('NB-1')
  const [poor] = await addParents(['NB-2'], 0.1)
  const body = { parentSampleIds: [rich, poor], type: 'PLASMA', volume: 0.5, takeFromParent: true }
  const refused = await lab.post('/samples/add-children', body)
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'NB-2 has only 0.1 mL left: 1 × 0.5 mL are 0.5 mL.',
  ])
  expect([await volumeOf(rich), await childrenOf(rich)]).toEqual([2, []])
})

test('a child among the parents, a deleted sample or one named twice refuses all', async () => {
  const [one = '', two = ''] = await parents('NB-1', 'NB-2')
  const { samples } = await post('/samples/add-children', { parentSampleIds: [one], type: 'DNA' })
  const messageFor = async (parentSampleIds: string[]) =>
    (await lab.post('/samples/add-children', { parentSampleIds, type: 'CSF' })).json().message
  expect(await messageFor([two, samples[0]?.id ?? ''])).toMatch(/^NB-1-DNA-1 is itself a child sample/)
  await lab.post(`/samples/delete?id=${samples[0]?.id}`, {})
  expect(await messageFor([two, samples[0]?.id ?? ''])).toMatch(/1 of the samples does not exist any more/)
  const unknown = await lab.post('/samples/add-children', { parentSampleIds: ['no-id'], type: 'DNA' })
  expect(unknown.json()).toMatchObject({ code: 'sample-not-found', field: 'parentSampleIds' })
  expect(await messageFor([two, two.toUpperCase()])).toMatch(/contains a sample twice/)
  expect(await childrenOf(two)).toEqual([])
})

test('an id in capitals names the same sample', async () => {
  const [one = ''] = await parents('NB-1')
  const { samples, undo } = await post('/samples/add-children', {
    parentSampleIds: [one.toUpperCase()],
    type: 'DNA',
  })
  expect(samples.map(({ name }) => name)).toEqual(['NB-1-DNA-1'])
  expect(undo.creations[0]?.childIds).toHaveLength(1)
})

test('at most 10,000 children are created together', async () => {
  const parentSampleIds = Array.from({ length: 201 }, () => crypto.randomUUID())
  const refused = await lab.post('/samples/add-children', { parentSampleIds, type: 'DNA', count: 50 })
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    'count: at most 10,000 children are created together',
  ])
})

test('E6 undo is refused as a whole once something has happened to one child', async () => {
  const parentSampleIds = await parents('NB-1', 'NB-2')
  const { samples, undo } = await post('/samples/add-children', { parentSampleIds, type: 'DNA' })
  await post('/samples/update', { id: samples[1]?.id, notes: 'haemolysed' })
  const refused = await lab.post('/samples/undo-add-children', undo)
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Nothing was undone: Ada Lindqvist has changed NB-2-DNA-1 since.',
  ])
  expect((await Promise.all(parentSampleIds.map(childrenOf))).flat()).toHaveLength(2)
})

test('two requests for the same parents at once, in opposite order, each give children with names of their own', async () => {
  const parentSampleIds = await parents('NB-1', 'NB-2', 'NB-3')
  await Promise.all(
    [parentSampleIds, parentSampleIds.toReversed()].map((ids) =>
      post('/samples/add-children', { parentSampleIds: ids, count: 3, type: 'DNA' }),
    ),
  )
  const names = (await Promise.all(parentSampleIds.map(childrenOf))).flat().map(({ name }) => name)
  expect(new Set(names).size).toBe(18)
})

test('children of 384 samples are created in one request', async () => {
  const parentSampleIds = await parents(...Array.from({ length: 384 }, (_, index) => `NB-${index}`))
  const { count } = await post('/samples/add-children', {
    parentSampleIds,
    count: 2,
    type: 'DNA',
    volume: 0.1,
  })
  expect(count).toBe(768)
})
