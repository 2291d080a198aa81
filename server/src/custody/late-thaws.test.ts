import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { custodyCalls } from '../../test/custody-calls.ts'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'
import { unaudited } from '../../test/unaudited.ts'

/** Freeze-thaw cycles of scans that were made without a connection, and sent after something else was recorded. */
const lab = await openLab()
const { addPlaced, post } = custodyCalls(lab)
const { apply } = importing(lab)

const later = (time: string) => lab.setNow(new Date(`2026-11-20T${time}:00.000Z`))
const thawCountOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample.thawCount

const add = async (alias: string, type: string, more: object): Promise<number> =>
  (await post('/storage/add', { alias, type, numberRows: 3, numberColumns: 3, ...more })).storage.id

/** A tube in a box of a freezer, and another freezer with a rack. */
async function placedTube({ celsius, otherCelsius }: { celsius: number; otherCelsius: number }) {
  const freezer = await add('Freezer 1', 'FREEZER', { nominalTemperatureC: celsius })
  const other = await add('Freezer 2', 'FREEZER', { nominalTemperatureC: otherCelsius })
  const rack = await add('Rack A', 'RACK', { parentID: freezer })
  const box = await add('Box 1', 'BOX', { parentID: rack })
  await add('Rack B', 'RACK', { parentID: other })
  return { rack, box, other, tube: await addPlaced(box) }
}
type Placed = Awaited<ReturnType<typeof placedTube>>

/** What takes a tube out thawed, scanned at 09:10. */
type Take = (more?: object, token?: string) => Promise<unknown>
const takings: [string, (tube: Placed['tube']) => Promise<Take>][] = [
  [
    'check-out',
    async ({ alias }) =>
      (more, token) =>
        post(
          '/custody/check-out',
          { identifiers: [alias], purpose: 'PCR', thawed: true, ...scanned, ...more },
          token,
        ),
  ],
  [
    'pick',
    async ({ id, alias }) => {
      const { pickList } = await post('/picks/create', { name: 'Friday', sampleIds: [id], thawed: true })
      return (more, token) =>
        post('/picks/pick', { pickListId: pickList.id, code: alias, ...scanned, ...more }, token)
    },
  ],
]
const scanned = { scannedAt: '2026-11-20T09:10:00.000Z' }

const changes: [string, (placed: Placed) => Promise<unknown>][] = [
  ['its box was moved', ({ box, other }) => post('/storage/update', { id: box, parentID: other })],
  [
    'the rack of its box was moved',
    ({ rack, other }) => post('/storage/update', { id: rack, parentID: other }),
  ],
  ['its box was taken out of storage', ({ box }) => post('/storage/update', { id: box, parentID: 0 })],
  ['it was taken out of storage', ({ tube }) => post('/samples/delete-location', { sampleId: tube.id })],
]

for (const [taking, prepare] of takings) {
  test.each(changes)(
    `a late ${taking} counts the cycle by the freezer at the time of the scan, although %s since`,
    async (_, change) => {
      const placed = await placedTube({ celsius: -80, otherCelsius: -20 })
      const take = await prepare(placed.tube)
      later('09:30')
      await change(placed)
      later('11:00')
      await take()
      expect(await thawCountOf(placed.tube.id)).toBe(1)
    },
  )

  test(`a late ${taking} counts no cycle if only the present freezer is cold enough`, async () => {
    const placed = await placedTube({ celsius: -20, otherCelsius: -80 })
    const take = await prepare(placed.tube)
    later('09:30')
    await post('/storage/update', { id: placed.box, parentID: placed.other })
    later('11:00')
    await take()
    expect(await thawCountOf(placed.tube.id)).toBe(0)
  })
}

test('a check-out that is sent after the next sign-in counts the cycle of the freezer of the scan', async () => {
  const { box, other, tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
  later('09:30')
  await post('/storage/update', { id: box, parentID: other })
  later('11:00')
  const token = await lab.signIn('ada', 'Ada Lindqvist')
  const body = { identifiers: [tube.alias], purpose: 'PCR', thawed: true, nowIfRefused: true, ...scanned }
  expect((await lab.post('/custody/check-out', body, token)).statusCode).toBe(200)
  expect(await thawCountOf(tube.id)).toBe(1)
})

test('a late check-out counts the cycle of a tube whose box is on record only since the scan', async () => {
  const { box, rack, tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
  const [taking] = takings
  const take = await taking?.[1](tube)
  await post('/storage/update', { id: box, parentID: 0 })
  later('09:30')
  await post('/storage/update', { id: box, parentID: rack })
  later('11:00')
  await take?.()
  expect(await thawCountOf(tube.id)).toBe(1)
})

const addChildren = async (parentSampleId: string, type: string, count: number): Promise<string[]> => {
  const { samples } = await post('/samples/add-child', { parentSampleId, type, count })
  return samples.map(({ id }: { id: string }) => id)
}
const undoAddChildren = (parentSampleId: string, childIds: string[]) =>
  post('/samples/undo-add-child', { parentSampleId, childIds })
const thawCountsOf = (ids: readonly string[]) => Promise.all(ids.map(thawCountOf))

for (const [taking, prepare] of takings) {
  test(`aliquots that were made before a late ${taking} arrives have its cycle, others have not; its undo takes it back`, async () => {
    const { tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
    const take = await prepare(tube)
    const before = await addChildren(tube.id, 'PLASMA', 1)
    later('09:20')
    const aliquots = await addChildren(tube.id, 'PLASMA', 2)
    const extracts = await addChildren(tube.id, 'DNA', 1)
    later('09:40')
    await take()
    later('09:50')
    const made = [...before, ...aliquots, ...extracts, ...(await addChildren(tube.id, 'PLASMA', 1))]
    expect(await thawCountsOf([tube.id, ...made])).toEqual([1, 0, 1, 1, 0, 1])

    const { events } = (await lab.get('/custody/history', { sampleId: tube.id })).json()
    await post('/custody/undo', { eventIds: [events[0].id] })
    expect(await thawCountsOf([tube.id, ...made])).toEqual([0, 0, 0, 0, 0, 0])
    const changes = (await auditEventsOf(lab, 'sample.update')).filter(
      ({ entity_id }) => entity_id === aliquots[0],
    )
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      [{ thawCount: 0 }, { thawCount: 1 }],
      [{ thawCount: 1 }, { thawCount: 0 }],
    ])
  })
}

for (const [taking, prepare] of takings) {
  test(`aliquots that were made before a ${taking} arrives after the next sign-in have its cycle too`, async () => {
    const { tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
    const take = await prepare(tube)
    later('09:20')
    const aliquots = await addChildren(tube.id, 'PLASMA', 2)
    later('11:00')
    await take({ nowIfRefused: true }, await lab.signIn('ada', 'Ada Lindqvist'))
    expect(await thawCountsOf([tube.id, ...aliquots])).toEqual([1, 1, 1])
    const { events } = (await lab.get('/custody/history', { sampleId: tube.id })).json()
    expect(events[0].at).toBe('2026-11-20T11:00:00.000Z')
    await undo(events[0].id)
    expect(await thawCountsOf([tube.id, ...aliquots])).toEqual([0, 0, 0])
  })
}

const thaw = async (id: string): Promise<number> => {
  const { tubes } = await post('/custody/check-out', { identifiers: [id], purpose: 'PCR', thawed: true })
  return tubes[0].eventId
}
const undo = (eventId: number) => post('/custody/undo', { eventIds: [eventId] })
const thawChangesOf = async (id: string) =>
  (await auditEventsOf(lab, 'sample.update'))
    .filter(({ entity_id, after }) => entity_id === id && after !== null && 'thawCount' in after)
    .map(({ before, after }) => [before, after])

test('the undo of a thaw leaves the cycles of a child alone that had another type when it was created', async () => {
  const { tube, box } = await placedTube({ celsius: -80, otherCelsius: -20 })
  const ofParent = await thaw(tube.id)
  later('09:20')
  const [child = ''] = await addChildren(tube.id, 'DNA', 1)
  await post('/samples/update', { id: child, type: 'PLASMA' })
  await post('/samples/associate', { sampleId: child, storageId: box, location: 'B1' })
  const own = await thaw(child)
  expect(await thawCountsOf([tube.id, child])).toEqual([1, 1])
  await undo(ofParent)
  expect(await thawCountsOf([tube.id, child])).toEqual([0, 1])
  expect(await thawChangesOf(child)).toEqual([])
  await undo(own)
  expect(await thawCountsOf([tube.id, child])).toEqual([0, 0])
})

test('the undo of a thaw takes its cycle from aliquots although the type of the parent was corrected since', async () => {
  const { tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
  const eventId = await thaw(tube.id)
  later('09:20')
  const [aliquot = ''] = await addChildren(tube.id, 'PLASMA', 1)
  await post('/samples/update', { id: tube.id, type: 'SERUM' })
  later('09:30')
  const [second = ''] = await addChildren(tube.id, 'SERUM', 1)
  await post('/samples/update', { id: tube.id, type: 'CSF' })
  expect(await thawCountsOf([tube.id, aliquot, second])).toEqual([1, 1, 1])
  await undo(eventId)
  expect(await thawCountsOf([tube.id, aliquot, second])).toEqual([0, 0, 0])
})

test('the undo of a thaw takes its cycle from aliquots although the creation of other children was undone since', async () => {
  const { tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
  const eventId = await thaw(tube.id)
  later('09:20')
  const aliquots = await addChildren(tube.id, 'PLASMA', 2)
  await undoAddChildren(tube.id, await addChildren(tube.id, 'DNA', 1))
  expect(await thawCountsOf([tube.id, ...aliquots])).toEqual([1, 1, 1])
  await undo(eventId)
  expect(await thawCountsOf([tube.id, ...aliquots])).toEqual([0, 0, 0])
})

test('a late thaw counts for the aliquots and not for the extracts although the creation of others was undone', async () => {
  const { tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
  later('09:20')
  const aliquots = await addChildren(tube.id, 'PLASMA', 2)
  const extracts = await addChildren(tube.id, 'DNA', 1)
  await undoAddChildren(tube.id, await addChildren(tube.id, 'DNA', 1))
  later('09:40')
  await post('/custody/check-out', { identifiers: [tube.id], purpose: 'PCR', thawed: true, ...scanned })
  expect(await thawCountsOf([tube.id, ...aliquots, ...extracts])).toEqual([1, 1, 1, 0])
})

/** Imports children of a tube, each as 'name,type,cycles,parent'. Returns their ids in this order. */
async function importChildren(batchId: string, rows: readonly string[]): Promise<string[]> {
  const file = ['Name,Type,Thaws,Parent', ...rows].join('\n')
  const { statusCode, lines } = await apply(file, { columns: 'name,type,thawCount,parent', batchId })
  expect(statusCode, JSON.stringify(lines)).toBe(200)
  const { samples } = (await lab.get('/samples/list', { batchId, pageSize: '1000' })).json()
  const ids = new Map<string, string>(samples.map(({ id, name }: { id: string; name: string }) => [name, id]))
  return rows.map((row) => ids.get(row.split(',')[0] ?? '') ?? '')
}

test('an imported aliquot without a number loses the cycle of its parent that is undone, and no other does', async () => {
  const { tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
  const eventId = await thaw(tube.id)
  later('09:20')
  const children = await importChildren(tube.batch_id, [
    `A-1,PLASMA,,${tube.alias}`,
    `A-2,PLASMA,7,${tube.alias}`,
    `A-3,DNA,,${tube.alias}`,
  ])
  expect(await thawCountsOf([tube.id, ...children])).toEqual([1, 1, 7, 0])
  await undo(eventId)
  expect(await thawCountsOf([tube.id, ...children])).toEqual([0, 0, 7, 0])
  expect(await thawChangesOf(children[0] ?? '')).toEqual([[{ thawCount: 1 }, { thawCount: 0 }]])
})

test('aliquots that were imported before a late check-out arrives have its cycle, also if their types were corrected', async () => {
  const { tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
  const before = await importChildren(tube.batch_id, [`A-0,PLASMA,,${tube.alias}`])
  later('09:20')
  const children = await importChildren(tube.batch_id, [
    `A-1,PLASMA,,${tube.alias}`,
    `A-2,PLASMA,0,${tube.alias}`,
    `A-3,DNA,,${tube.alias}`,
  ])
  await post('/samples/update', { id: tube.id, type: 'SERUM' })
  await post('/samples/update', { id: children[2], type: 'SERUM' })
  later('09:40')
  await post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR', thawed: true, ...scanned })
  expect(await thawCountsOf([tube.id, ...before, ...children])).toEqual([1, 0, 1, 0, 0])
})

/** Sends a creation of children at 09:09 that waits for a check-out of their parent at 09:10. Returns the check-out. */
async function createWhileThawing(tube: Placed['tube'], create: () => Promise<unknown>): Promise<number> {
  const body = { identifiers: [tube.alias], purpose: 'PCR', thawed: true }
  const [out] = await overlap<{ tubes?: [{ eventId: number }] }>(lab.db, [
    () => {
      later('09:10')
      return post('/custody/check-out', body)
    },
    async () => {
      later('09:09')
      await create()
      return {}
    },
  ])
  later('09:20')
  return out?.tubes?.[0].eventId ?? 0
}

const creations: [string, (tube: Placed['tube']) => Promise<string[]>][] = [
  ['created', ({ id }) => addChildren(id, 'PLASMA', 2)],
  [
    'created together with those of other tubes',
    async ({ id }) => {
      const parentSampleIds = [id, (await lab.addSample({ name: 'NB-002' })).id]
      const { samples } = await post('/samples/add-children', { parentSampleIds, type: 'PLASMA', count: 1 })
      return samples.slice(0, 1).map((child: { id: string }) => child.id)
    },
  ],
  ['imported', ({ alias, batch_id }) => importChildren(batch_id, [`A-1,PLASMA,,${alias}`])],
]

test.each(creations)(
  'aliquots that are %s while their parent is thawed lose that cycle when the check-out is undone',
  async (_, create) => {
    const { tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
    let made: string[] = []
    const eventId = await createWhileThawing(tube, async () => {
      made = await create(tube)
    })
    expect(await thawCountsOf([tube.id, ...made])).toEqual([1, ...made.map(() => 1)])
    await undo(eventId)
    expect(await thawCountsOf([tube.id, ...made])).toEqual([0, ...made.map(() => 0)])
    const { events } = (
      await lab.get('/audit/history', { entityType: 'sample', entityId: made[0] ?? '' })
    ).json()
    const actions = events.map(({ action }: { action: string }) => action)
    expect(actions).toContainEqual(expect.stringMatching(/^(sample\.add-child|batch\.import)$/))
  },
)

test('the cycles of aliquots from before migration 0072 follow those of the parent by the event of their creation', async () => {
  const { tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
  const eventId = await thaw(tube.id)
  later('09:20')
  const children = [...(await addChildren(tube.id, 'PLASMA', 1)), ...(await addChildren(tube.id, 'DNA', 1))]
  const imported = await importChildren(tube.batch_id, [`A-1,PLASMA,,${tube.alias}`])
  await unaudited(lab.db, (trx) => sql`update sample set thaws_with_parent = null`.execute(trx))
  await undo(eventId)
  expect(await thawCountsOf([tube.id, ...children, ...imported])).toEqual([0, 0, 0, 1])
})

test('the thaws of a tube and of its aliquot are undone together', async () => {
  const { tube, box } = await placedTube({ celsius: -80, otherCelsius: -20 })
  const ofParent = await thaw(tube.id)
  later('09:20')
  const [aliquot = ''] = await addChildren(tube.id, 'PLASMA', 1)
  await post('/samples/associate', { sampleId: aliquot, storageId: box, location: 'B1' })
  const own = await thaw(aliquot)
  expect(await thawCountsOf([tube.id, aliquot])).toEqual([1, 2])
  await post('/custody/undo', { eventIds: [own, ofParent] })
  expect(await thawCountsOf([tube.id, aliquot])).toEqual([0, 0])
})

test('the undo of a thaw leaves an aliquot its own cycles if that of the parent has missed it', async () => {
  const { tube, box } = await placedTube({ celsius: -80, otherCelsius: -20 })
  later('09:20')
  const [aliquot = ''] = await addChildren(tube.id, 'PLASMA', 1)
  const { deletionId } = await post(`/samples/delete?id=${aliquot}`, {})
  later('09:40')
  const body = { identifiers: [tube.alias], purpose: 'PCR', thawed: true, ...scanned }
  const { tubes } = await post('/custody/check-out', body)
  // As an earlier version has deleted it.
  await sql`update deleted_row set parent_custody_event_id = null`.execute(lab.db)
  await post('/deletions/undo', { deletionId })
  await post('/samples/associate', { sampleId: aliquot, storageId: box, location: 'B1' })
  const own = await thaw(aliquot)
  expect(await thawCountsOf([tube.id, aliquot])).toEqual([1, 1])
  await undo(tubes[0].eventId)
  expect(await thawCountsOf([tube.id, aliquot])).toEqual([0, 1])
  expect(await thawChangesOf(aliquot)).toEqual([])
  await undo(own)
  expect(await thawCountsOf([tube.id, aliquot])).toEqual([0, 0])
})

const remove = async (id: string): Promise<string> => (await post(`/samples/delete?id=${id}`, {})).deletionId
const restore = (deletionId: string) => post('/deletions/undo', { deletionId })

test('an aliquot that is restored after the undo of a thaw of its parent has lost that cycle too', async () => {
  const { tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
  const eventId = await thaw(tube.id)
  later('09:20')
  const [aliquot = ''] = await addChildren(tube.id, 'PLASMA', 1)
  const [extract = ''] = await addChildren(tube.id, 'DNA', 1)
  const deletionIds = [await remove(aliquot), await remove(extract)]
  await undo(eventId)
  for (const deletionId of deletionIds) await restore(deletionId)
  expect(await thawCountsOf([tube.id, aliquot, extract])).toEqual([0, 0, 0])
  expect(await thawChangesOf(aliquot)).toEqual([[{ thawCount: 1 }, { thawCount: 0 }]])
  expect(await thawChangesOf(extract)).toEqual([])
  await restore(await remove(aliquot))
  expect(await thawCountsOf([tube.id, aliquot])).toEqual([0, 0])
})

test('an aliquot that is restored after a late thaw of its parent has that cycle too, whose undo takes it back', async () => {
  const { tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
  const [first = ''] = await addChildren(tube.id, 'PLASMA', 1)
  const earlier = await remove(first)
  later('09:20')
  const [aliquot = ''] = await addChildren(tube.id, 'PLASMA', 1)
  const deletionId = await remove(aliquot)
  const check = { identifiers: [tube.alias], purpose: 'PCR', thawed: true, ...scanned }
  const takeTwice = async () => {
    const { tubes } = await post('/custody/check-out', check)
    await undo(tubes[0].eventId)
    return (await post('/custody/check-out', check)).tubes[0].eventId
  }
  later('09:40')
  const eventId = await takeTwice()
  for (const deletion of [deletionId, earlier]) await restore(deletion)
  expect(await thawCountsOf([tube.id, first, aliquot])).toEqual([1, 0, 1])
  expect(await thawChangesOf(aliquot)).toEqual([[{ thawCount: 0 }, { thawCount: 1 }]])
  await undo(eventId)
  expect(await thawCountsOf([tube.id, aliquot])).toEqual([0, 0])
})

test('a restored aliquot keeps the cycles of its own check-outs, and one that is restored with its parent all', async () => {
  const { tube, box } = await placedTube({ celsius: -80, otherCelsius: -20 })
  const ofParent = await thaw(tube.id)
  later('09:20')
  const [aliquot = ''] = await addChildren(tube.id, 'PLASMA', 1)
  await post('/samples/associate', { sampleId: aliquot, storageId: box, location: 'B1' })
  await thaw(aliquot)
  const both = await post('/samples/delete-chosen', { sampleIds: [tube.id, aliquot] })
  await restore(both.deletionId)
  expect(await thawCountsOf([tube.id, aliquot])).toEqual([1, 2])
  const deletionId = await remove(aliquot)
  await undo(ofParent)
  await restore(deletionId)
  expect(await thawCountsOf([tube.id, aliquot])).toEqual([0, 1])
})

test('a check-out is undone also where its cycle was lost by the undo of another', async () => {
  const { tube } = await placedTube({ celsius: -80, otherCelsius: -20 })
  const eventId = await thaw(tube.id)
  await unaudited(lab.db, async (trx) => {
    await sql`alter table sample disable trigger sample_custody_needs_an_event`.execute(trx)
    await sql`update sample set thaw_count = 0 where id = ${tube.id}`.execute(trx)
    await sql`alter table sample enable trigger sample_custody_needs_an_event`.execute(trx)
  })
  await undo(eventId)
  expect(await thawCountOf(tube.id)).toBe(0)
})
