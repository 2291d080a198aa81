import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const writers = 12
const seconds = Number(process.env.FIGHT_SECONDS ?? 3)
const timeout = (seconds + 60) * 1000
const pauseMs = 30
const end = { at: 0 }
const undos = { done: 0 }
const minUndos = 6
/** A busy machine needs longer until requests overlap. */
const isOver = () => performance.now() >= end.at && undos.done >= minUndos && countSteps(families) > minSteps
const families: Family[] = []
const minSteps = 20
const countSteps = (of: readonly Family[]) =>
  of.reduce((sum, { steps, childSteps }) => sum + steps.length + childSteps.length, 0)
const replies = new Map<string, number>()

/** The expected final state of a parent and its children: exactly what its only writer received as successful. */
type Family = Awaited<ReturnType<typeof makeFamily>>

async function makeFamily(batch_id: string, number: number) {
  const { id } = await lab.addSample({ batch_id, name: `NB-${number}` })
  const body = { parentSampleId: id, count: 2, type: 'DNA' }
  const children: { id: string }[] = (await lab.post('/samples/add-child', body)).json().samples
  const steps: string[] = []
  return {
    id,
    children: children.map((child) => child.id),
    row: number + 1,
    batchId: batch_id,
    notes: '',
    steps,
    childSteps: [] as string[],
    isStored: false,
  }
}

async function act(path: string, body: object, done: () => void) {
  const reply = await lab.post(path, body)
  const outcome = `${path} ${reply.statusCode}`
  replies.set(outcome, (replies.get(outcome) ?? 0) + 1)
  if (reply.statusCode === 200) done()
  else expect(reply.json()).toMatchObject({ code: expect.stringMatching(/^(sample|batch)-not-found$/) })
}

async function write(family: Family, batchIds: string[], boxId: number) {
  const { id, children, steps, childSteps } = family
  for (let turn = 0; !isOver(); turn++) {
    const notes = `step ${turn}`
    const say = (list: string[]) => () => list.unshift(notes)
    if (steps.length % 2 === 0) await act('/samples/receive', { identifier: id, notes }, say(steps))
    else await act('/samples/update-lifecycle', { sampleId: id, newStatus: 'UNKNOWN', notes }, say(steps))

    const newStatus = childSteps.length % 2 === 0 ? 'COLLECTED' : 'UNKNOWN'
    await act('/samples/update-statuses', { sampleIds: children, newStatus, notes }, say(childSteps))

    await act('/samples/update', { id, notes }, () => {
      family.notes = notes
    })
    const batchId = batchIds.find((other) => other !== family.batchId)
    await act('/samples/update', { id, batchId }, () => {
      family.batchId = batchId as string
    })
    const place = { storageId: boxId, rowCoordinate: family.row, columnCoordinate: 1 }
    const [path, where] = family.isStored ? ['delete-location', {}] : ['associate', place]
    await act(`/samples/${path}`, { sampleId: children[0], ...where }, () => {
      family.isStored = !family.isStored
    })
  }
}

async function deleteAndUndo(batchId: string) {
  while (!isOver()) {
    const deleted = await lab.post(`/batches/delete?id=${batchId}`, undefined)
    expect(deleted.json()).toMatchObject({ success: true })
    const undone = await lab.post('/deletions/undo', { deletionId: deleted.json().deletionId })
    expect(undone.json()).toMatchObject({ success: true, numSamples: deleted.json().numSamples })
    undos.done++
    await wait(pauseMs)
  }
}

async function assertAsReplied({ id, children, batchId, notes, steps, childSteps, isStored }: Family) {
  const get = async (sampleId: string) => (await lab.get('/samples/get', { id: sampleId })).json().sample
  const historyOf = async (
    sampleId: string,
  ): Promise<{ notes: string; fromStatus: string; status: string }[]> =>
    (await lab.get('/samples/lifecycle-history', { sampleId })).json().events

  const parent = await get(id)
  expect(parent).toMatchObject({ batchId, notes })
  expect((await lab.get('/samples/location', { sampleId: children[0] ?? '' })).json().inStorage).toBe(
    isStored,
  )
  for (const one of [parent, ...(await Promise.all(children.map(get)))]) {
    expect(one.batchId).toBe(batchId)
    const events = await historyOf(one.id)
    expect(events.map((event) => event.notes)).toEqual(one === parent ? steps : childSteps)
    const states = [...events.map(({ status }) => status), 'UNKNOWN']
    expect(events.map(({ fromStatus }) => fromStatus)).toEqual(states.slice(1))
    expect(one.status).toBe(states[0])

    const audited = await lab.db
      .selectFrom('audit_event')
      .select('after')
      .where('entity_id', '=', one.id)
      .orderBy('id')
      .execute()
    const versions = audited.flatMap(({ after }) => after?.version ?? [])
    expect(versions).toEqual(Array.from({ length: one.version - 1 }, (_, index) => index + 2))
  }
}

test(`${writers} writers, ${seconds} s, while their batches are deleted and restored: every successful reply holds`, {
  timeout,
}, async () => {
  const batchIds = [await lab.addBatch({ name: 'Nordic' }), await lab.addBatch({ name: 'Baltic' })]
  const size = { numberRows: writers, numberColumns: 1 }
  const { storage } = (await lab.post('/storage/add', { alias: 'Box', type: 'BOX', ...size })).json()
  const made = Array.from({ length: writers }, (_, number) =>
    makeFamily(batchIds[number % 2] as string, number),
  )
  families.push(...(await Promise.all(made)))

  end.at = performance.now() + seconds * 1000
  await Promise.all([
    ...families.map((family) => write(family, batchIds, storage.id)),
    ...batchIds.map(deleteAndUndo),
  ])
  console.info(`replies of ${seconds} s`, Object.fromEntries(replies), undos)
  expect(countSteps(families)).toBeGreaterThan(minSteps)
  for (const family of families) await assertAsReplied(family)
})
