import { toNanolitres } from '@lims/contract/volume.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'

const lab = await openLab()

async function derive(parentSampleId: string, more: object = {}): Promise<string[]> {
  const body = { parentSampleId, count: 2, type: 'DNA', volume: 0.5, takeFromParent: true, ...more }
  const { samples } = await ok(lab.post('/samples/add-child', body))
  return samples.map(({ id }: { id: string }) => id)
}
const undo = (parentSampleId: string, childIds: string[]) =>
  lab.post('/samples/undo-add-child', { parentSampleId, childIds })
const sampleOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample
const childrenOf = async (sampleId: string): Promise<{ volume: number }[]> =>
  (await lab.get('/samples/children', { sampleId })).json().children
const refusal = async (parentId: string, childIds: string[]) => {
  const reply = await undo(parentId, childIds)
  expect(reply.statusCode).toBe(409)
  expect(await childrenOf(parentId)).not.toEqual([])
  return reply.json()
}

test('E13 undo deletes the children and gives the volume and the loss back', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const childIds = await derive(id, { loss: 0.1 })
  expect(await sampleOf(id)).toMatchObject({ volume: 0.9 })
  const reply = await undo(id, childIds.toReversed())
  expect(reply.json()).toMatchObject({ success: true, count: 2, parent: { id, volume: 2, version: 3 } })
  expect(await childrenOf(id)).toEqual([])
  const again = await undo(id, childIds)
  expect([again.statusCode, again.json()]).toEqual([
    409,
    {
      code: 'children-changed-since',
      message: 'The creation of these children was undone already.',
    },
  ])
  expect(await sampleOf(id)).toMatchObject({ volume: 2 })
})

test('E13 undo of children without an amount leaves the parent as it is', async () => {
  const { id } = await lab.addSample()
  const childIds = await derive(id, { volume: 0, takeFromParent: false })
  await lab.post('/samples/update', { id, volume: 5 })
  expect((await undo(id, childIds)).statusCode).toBe(200)
  expect(await sampleOf(id)).toMatchObject({ volume: 5, version: 2 })
  expect((await undo(id, childIds)).json()).toMatchObject({ code: 'children-changed-since' })
})

test('E13 undo is refused once the volume of the parent has changed, and names who changed it', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const childIds = await derive(id)
  const bo = await lab.signIn('bo', 'Bo Chen')
  await lab.post('/samples/update', { id, notes: 'clear' }, bo)
  await lab.post('/samples/update', { id, volume: 0.8 }, bo)
  expect(await refusal(id, childIds)).toEqual({
    code: 'children-changed-since',
    message: 'Nothing was undone: Bo Chen has changed the volume of NB-1 since.',
  })
  expect(await sampleOf(id)).toMatchObject({ volume: 0.8 })
})

test('E13 undo works although other fields of the parent have changed, and keeps them', async () => {
  const { id } = await lab.addSample()
  const childIds = await derive(id)
  await lab.post('/samples/update', { id, notes: 'hemolysed' })
  expect((await undo(id, childIds)).statusCode).toBe(200)
  expect(await sampleOf(id)).toMatchObject({ volume: 2, notes: 'hemolysed' })
})

test.each([
  [
    'edited',
    async (id: string) => lab.post('/samples/update', { id, notes: 'clear' }),
    'Ada Lindqvist has changed NB-1-DNA-2 since',
  ],
  [
    'received',
    async (id: string) => lab.post('/samples/receive', { identifier: id }),
    'Ada Lindqvist has changed NB-1-DNA-2 since',
  ],
  [
    'placed',
    async (sampleId: string) => {
      const box = { alias: 'Box', type: 'BOX', numberRows: 3, numberColumns: 3 }
      const { storage } = (await lab.post('/storage/add', box)).json()
      return lab.post('/samples/associate', { sampleId, storageId: storage.id, location: 'A1' })
    },
    'Ada Lindqvist has changed NB-1-DNA-2 since',
  ],
  [
    'deleted',
    async (id: string) => lab.post(`/samples/delete?id=${id}`, undefined),
    'Ada Lindqvist has changed NB-1-DNA-2 since',
  ],
])('E13 undo is refused once a child was %s', async (_, change, reason) => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const childIds = await derive(id)
  await ok(change(childIds[1] ?? ''))
  expect(await refusal(id, childIds)).toMatchObject({ message: `Nothing was undone: ${reason}.` })
  expect(await sampleOf(id)).toMatchObject({ volume: 1 })
})

const startPrinting = async (source: object): Promise<string> =>
  (await ok(lab.post('/print-runs/start', source))).run.id
/** Changes the first label of a run from state to state. */
async function markFirst(runId: string, states: string[]) {
  for (const [index, to] of states.entries()) {
    const labels = [{ place: 1, from: states[index - 1] ?? 'waiting', to }]
    await ok(lab.post('/print-runs/mark', { runId, labels }))
  }
}

test.each([
  ['sending', ['sending']],
  ['printed', ['sending', 'sent']],
  ['in doubt', ['sending', 'unknown']],
])('E13 undo is refused once the label of a child is %s', async (_, states) => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const childIds = await derive(id)
  await markFirst(await startPrinting({ sampleIds: childIds }), states)
  expect(await refusal(id, childIds)).toMatchObject({
    message: 'Nothing was undone: a label of NB-1-DNA-1 was printed.',
  })
})

test.each([
  ['waits', []],
  ['failed', ['sending', 'failed']],
  ['is left out because it did not print', ['sending', 'unknown', 'cancelled']],
])('E13 undo works while the label of a child %s, and the print run leaves it out', async (_, states) => {
  const { id } = await lab.addSample()
  const childIds = await derive(id)
  const runId = await startPrinting({ sampleIds: childIds })
  await markFirst(runId, states)
  await lab.post('/print-runs/resume', { runId })
  await ok(undo(id, childIds))
  const next = await lab.post('/print-runs/mark', {
    runId,
    labels: [{ place: 2, from: 'waiting', to: 'sending' }],
  })
  expect(next.json()).toMatchObject({ leftOut: [2], printedElsewhere: [] })
})

test('E13 undo works after a print run of the batch was ended before the labels of the children', async () => {
  const { id, batch_id: batchId } = await lab.addSample()
  const childIds = await derive(id)
  const runId = await startPrinting({ batchId })
  await markFirst(runId, ['sending', 'sent'])
  await lab.post('/print-runs/finish', { runId })
  expect((await undo(id, childIds)).statusCode).toBe(200)
})

test('E13 undo works after the subject of a child was looked up', async () => {
  const { id } = await lab.addSample({ subject_id: 'S-417' })
  const childIds = await derive(id)
  const reveal = { sampleId: childIds[0], reason: 'call the clinic' }
  expect((await lab.post('/subjects/reveal', reveal)).statusCode).toBe(200)
  expect((await undo(id, childIds)).statusCode).toBe(200)
})

test('E13 only all children of one creation can be undone, and of their own parent', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const first = await derive(id, { volume: 0.1 })
  const second = await derive(id, { volume: 0.1 })
  for (const ids of [first.slice(1), [...first, ...second]]) {
    expect((await undo(id, ids)).json()).toMatchObject({ code: 'children-not-found' })
  }
  const other = await lab.addSample({ name: 'NB-2' })
  expect((await undo(other.id, first)).json()).toMatchObject({ code: 'children-not-found' })
  expect((await undo(crypto.randomUUID(), first)).json()).toMatchObject({ code: 'sample-not-found' })
  expect(await childrenOf(id)).toHaveLength(4)
})

test('E13 two people who undo at once give the volume back once', async () => {
  const { id } = await lab.addSample()
  const childIds = await derive(id)
  const replies = await Promise.all([undo(id, childIds), undo(id, childIds), undo(id, childIds)])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect(await sampleOf(id)).toMatchObject({ volume: 2 })
})

const step = fc.record({
  isUndo: fc.boolean(),
  count: fc.integer({ min: 1, max: 3 }),
  volumeNl: fc.integer({ min: 1, max: 300_000 }),
  lossNl: fc.integer({ min: 0, max: 50_000 }),
})

test('E13 creations and undos in any order: parent, children and loss add up to the nanolitre', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const { id } = await lab.addSample()
      const creations: { childIds: string[]; lossNl: number }[] = []
      for (const { isUndo, count, volumeNl, lossNl } of steps) {
        const [chosen] = isUndo ? creations.splice(volumeNl % creations.length, 1) : []
        if (chosen) {
          expect((await undo(id, chosen.childIds)).statusCode).toBe(200)
          continue
        }
        const body = { parentSampleId: id, count, type: 'DNA', takeFromParent: true }
        const volumes = { volume: volumeNl / 1_000_000, loss: lossNl / 1_000_000 }
        const reply = await lab.post('/samples/add-child', { ...body, ...volumes })
        if (reply.statusCode !== 200) continue
        creations.push({ childIds: reply.json().samples.map((child: { id: string }) => child.id), lossNl })
      }
      const children = await childrenOf(id)
      const inChildren = children.reduce((sum, { volume }) => sum + toNanolitres(volume), 0)
      const lost = creations.reduce((sum, { lossNl }) => sum + lossNl, 0)
      expect(toNanolitres((await sampleOf(id)).volume) + inChildren + lost).toBe(2_000_000)
    }),
    { numRuns: 25 },
  )
})

test('a person without the permission to delete undoes their own creation of children, and not that of another person', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'bench', 'bo', 'Bo Chen')
  const { id } = await lab.addSample()
  const ofAda = await derive(id)
  const undoAsBo = (childIds: string[]) =>
    lab.post('/samples/undo-add-child', { parentSampleId: id, childIds }, bo)
  expect((await undoAsBo(ofAda)).json()).toEqual({
    code: 'permission-denied',
    message: 'Another person has created these children. Only someone who may delete samples can undo it.',
  })
  const body = { parentSampleId: id, count: 1, type: 'DNA', volume: 0.1, takeFromParent: true }
  const { samples } = (await lab.post('/samples/add-child', body, bo)).json()
  expect((await undoAsBo(samples.map((child: { id: string }) => child.id))).statusCode).toBe(200)
  expect((await undo(id, ofAda)).statusCode).toBe(200)
})
