import type { Sample } from '@lims/contract/samples.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const derive = (parentSampleId: string, count: number, type = 'DNA') =>
  lab.post('/samples/add-child', { parentSampleId, count, type })
const childNamesOf = async (sampleId: string) =>
  (await lab.get('/samples/children', { sampleId })).json().children.map(({ name }: { name: string }) => name)

test('SAMPD-34 API-SAMP-02 names children PARENT-TYPE-n with a separate counter per type', async () => {
  const { id, batch_id } = await lab.addSample({ name: 'NB-1', subject_id: 'P001' })
  const two = await derive(id, 2)
  expect(two.json()).toMatchObject({ success: true, count: 2 })
  expect(two.json().sample).toBeUndefined()
  const one = await derive(id, 1)
  expect(one.json().sample).toMatchObject({
    name: 'NB-1-DNA-3',
    parentSampleId: id,
    batchId: batch_id,
    subjectId: 'P001',
  })
  await derive(id, 1, 'PLASMA')
  expect(await childNamesOf(id)).toEqual(['NB-1-DNA-1', 'NB-1-DNA-2', 'NB-1-DNA-3', 'NB-1-PLASMA-1'])
})

test('an aliquot begins with the freeze-thaw cycles of its parent, and an extract with none', async () => {
  const batchId = await lab.addBatch()
  const file = 'Name,Type,Thaws\nThawed,PLASMA,2\nNever,PLASMA,0'
  await importing(lab).apply(file, { columns: 'name,type,thawCount', batchId })
  const { samples } = (await lab.get('/samples/list', { batchId, sort: '-thawCount' })).json()
  const [thawed, never] = samples
  for (const type of ['PLASMA', 'DNA']) await derive(thawed.id, 1, type)
  await derive(never.id, 1, 'PLASMA')
  const { children } = (await lab.get('/samples/children', { sampleId: thawed.id })).json()
  expect(children.map(({ type, thawCount }: Sample) => [type, thawCount])).toEqual([
    ['PLASMA', 2],
    ['DNA', 0],
  ])
  const events = await lab.db
    .selectFrom('audit_event')
    .select('after')
    .where('action', '=', 'sample.add-child')
    .where('entity_id', 'in', [thawed.id, never.id])
    .orderBy('id')
    .execute()
  const noted = events.map(({ after }) => (after as { thawCount?: number } | null)?.thawCount)
  expect(noted).toEqual([2, undefined, undefined])
})

test('D10 the name of a child keeps the maximum length even if the parent name is long', async () => {
  const name = `${'x'.repeat(190)}😀${'y'.repeat(8)}`
  const { id } = await lab.addSample({ name })
  await derive(id, 12, 'unknown')
  const names: string[] = await childNamesOf(id)
  expect(new Set(names).size).toBe(12)
  for (const child of names) {
    expect(child.length).toBeLessThanOrEqual(200)
    expect(child).toMatch(/^x+-UNKNOWN-\d+$/)
  }
  const [child] = (await lab.get('/samples/children', { sampleId: id })).json().children
  const edited = await lab.post('/samples/update', { id: child.id, name: child.name, notes: 'clear' })
  expect(edited.statusCode).toBe(200)
})

test('D10 a child never gets a name that exists in the batch', async () => {
  const { id, batch_id } = await lab.addSample({ name: 'NB-1' })
  await lab.addSample({ batch_id, name: 'nb-1-dna-2' })
  await lab.addSample({ batch_id, name: 'NB-1-DNA-3' })
  await derive(id, 2)
  await derive(id, 1)
  expect(await childNamesOf(id)).toEqual(['NB-1-DNA-1', 'NB-1-DNA-4', 'NB-1-DNA-5'])
})

test('D10 children of two long names that are truncated to the same text get different names', async () => {
  const long = 'x'.repeat(198)
  const one = await lab.addSample({ name: `${long}a` })
  const other = await lab.addSample({ name: `${long}b`, batch_id: one.batch_id })
  await Promise.all([derive(one.id, 5), derive(other.id, 5)])
  const names = [...(await childNamesOf(one.id)), ...(await childNamesOf(other.id))]
  expect(new Set(names).size).toBe(10)
})

test('the name of a deleted child is not used again', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const { sample } = (await derive(id, 1)).json()
  await lab.post(`/samples/delete?id=${sample.id}`, undefined)
  expect((await derive(id, 1)).json().sample.name).toBe('NB-1-DNA-2')
})

test('ten concurrent requests for one parent never produce a name twice', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  await Promise.all(Array.from({ length: 10 }, () => derive(id, 5)))
  const names = await childNamesOf(id)
  expect(names).toHaveLength(50)
  expect(new Set(names).size).toBe(50)
})

test('names never repeat, in any order of requests', async () => {
  const order = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom('DNA', 'PLASMA', 'unknown')),
    { maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(order, async (requests) => {
      const { id } = await lab.addSample({ name: 'NB-1' })
      for (const [count, type] of requests) await derive(id, count, type)
      const names: string[] = await childNamesOf(id)
      expect(new Set(names).size).toBe(requests.reduce((sum, [count]) => sum + count, 0))
      expect(names.every((name) => /^NB-1-(DNA|PLASMA|UNKNOWN)-\d+$/.test(name))).toBe(true)
    }),
    { numRuns: 20 },
  )
})

test.each([
  [0, 'Quantity must be between 1 and 50'],
  [51, 'Quantity must be between 1 and 50'],
  [1.5, 'Quantity must be between 1 and 50'],
])('VALID-20 refuses %d children', async (count, message) => {
  const { id } = await lab.addSample()
  const reply = await derive(id, count)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().message).toContain(message)
})

test('VALID-22 requires a sample type', async () => {
  const { id } = await lab.addSample()
  const reply = await lab.post('/samples/add-child', { parentSampleId: id, count: 1 })
  expect(reply.json().message).toBe('Please select a sample type')
})

test('rejects a child of a child and a child of a deleted parent', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const { sample } = (await derive(id, 1)).json()
  expect((await derive(sample.id, 1)).json()).toEqual({
    code: 'parent-is-child',
    message: 'NB-1-DNA-1 is itself a child sample and cannot have children.',
  })
  await lab.post(`/samples/delete?id=${sample.id}`, undefined)
  await lab.post(`/samples/delete?id=${id}`, undefined)
  expect((await derive(id, 1)).json()).toMatchObject({ code: 'sample-not-found' })
})
