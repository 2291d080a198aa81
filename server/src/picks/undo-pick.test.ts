import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { changeCustody } from '../../test/change-custody.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'

const lab = await openLab()
const { addBox, addStorage, addTube, create, get, pick, notFound, undo, custodyOf } = pickLab(lab)

async function openList() {
  const box = await addBox('Box 3')
  const tubes = [await addTube(box, 'A1'), await addTube(box, 'B1'), await addTube(box, 'C1')] as const
  const { pickList } = await ok(create(tubes.map(({ id }) => id)))
  return { tubes, id: pickList.id as string }
}

/** Undoes the last change of a sample, as the history of its custody does. */
async function undoLastChange(sampleId: string) {
  const { events } = (await lab.get('/custody/history', { sampleId })).json()
  return lab.post('/custody/undo', { eventIds: [events[0].id] })
}

const outcomesOf = async (id: string) => {
  const { items } = await get(id)
  return items.map(({ state, reason }: { state: string; reason: string }) => [state, reason])
}

test.each([
  ['on the list', (id: string, sampleId: string) => undo(id, sampleId)],
  ['in the history of the tube', (_id: string, sampleId: string) => undoLastChange(sampleId)],
])(
  'a missing tube that was scanned by mistake is missing again, with its reason, after the undo %s',
  async (_where, takeBack) => {
    const { id, tubes } = await openList()
    const [reported, counted, wanted] = tubes
    await ok(notFound(id, reported.id, 'the cell is empty'))
    await changeCustody(lab, counted.id, { from: 'RESERVED', to: 'MISSING', via: 'count' })
    const before = [
      ['not-found', 'the cell is empty'],
      ['not-found', 'missing in a stock-take'],
      ['wanted', ''],
    ]
    expect(await outcomesOf(id)).toEqual(before)
    for (const tube of [reported, counted, wanted, reported]) {
      await ok(pick(id, tube.alias))
      const { item } = await ok(takeBack(id, tube.id))
      if (item) expect(item.state).toBe(tube === wanted ? 'wanted' : 'not-found')
    }
    expect(await Promise.all(tubes.map((tube) => custodyOf(tube.id)))).toEqual([
      'MISSING',
      'MISSING',
      'RESERVED',
    ])
    expect(await outcomesOf(id)).toEqual(before)
    const reports = await auditEventsOf(lab, 'custody.pick-not-found')
    expect(reports).toMatchObject([{ reason: 'the cell is empty', after: { custody: 'MISSING' } }])
    const { pickList } = await get(id)
    const again = (await auditEventsOf(lab, 'custody.missing-again')).map(({ at: _, ...event }) => event)
    expect(again).toEqual(
      [reported, counted, reported].map((tube) => ({
        person_id: 'ada',
        reason: null,
        entity_type: 'sample',
        entity_id: tube.id,
        before: { custody: 'RESERVED' },
        after: { custody: 'MISSING', pickList: pickList.name },
      })),
    )
  },
)

test('a tube that was found, and is reserved again since, stays reserved after the undo of its next pick', async () => {
  const { id, tubes } = await openList()
  const [tube] = tubes
  await ok(notFound(id, tube.id, 'the cell is empty'))
  await ok(pick(id, tube.alias))
  await ok(undo(id, tube.id))
  await ok(undo(id, tube.id))
  expect(await custodyOf(tube.id)).toBe('RESERVED')
  await ok(pick(id, tube.alias))
  await ok(undo(id, tube.id))
  expect(await custodyOf(tube.id)).toBe('RESERVED')
})

test('a missing tube that was scanned by mistake is missing since the report, by its person, after the undo', async () => {
  const { id, tubes } = await openList()
  const [tube] = tubes
  await ok(notFound(id, tube.id, 'the cell is empty', await lab.signIn('bo', 'Bo Chen')))
  lab.setNow(minutesLater(60))
  await ok(pick(id, tube.alias))
  await ok(undo(id, tube.id))
  expect((await lab.get('/custody/list', { show: 'MISSING' })).json().samples).toMatchObject([
    { id: tube.id, person: { name: 'Bo Chen' }, since: testNow.toISOString(), reason: 'the cell is empty' },
  ])
})

test('a stock-take is undone after one of its missing tubes was scanned by mistake, and that was undone', async () => {
  const { id, tubes } = await openList()
  const [tube] = tubes
  const { storageId } = (await lab.get('/samples/location', { sampleId: tube.id })).json()
  const { stockTake } = await ok(lab.post('/stock-takes/start', { storageId }))
  await ok(lab.post('/stock-takes/finish-box', { stockTakeId: stockTake.id, storageId }))
  const accept = { results: ['missing'], expected: { missing: 3 }, differences: [], differenceIds: [] }
  await ok(lab.post('/stock-takes/apply', { id: stockTake.id, accept }))
  await ok(pick(id, tube.alias))
  await ok(undo(id, tube.id))
  expect((await undo(id, tube.id)).json()).toMatchObject({ code: 'pick-changed-since' })
  await ok(lab.post('/stock-takes/undo', { id: stockTake.id }))
  expect(await custodyOf(tube.id)).toBe('RESERVED')
  expect(await outcomesOf(id)).toEqual([
    ['wanted', ''],
    ['wanted', ''],
    ['wanted', ''],
  ])
})

test('the undo of a late pick takes its cycle from the aliquots made since, with an event of each', async () => {
  const freezer = await addStorage('Freezer 1', 'FREEZER', 0, 9, { nominalTemperatureC: -80 })
  const tube = await addTube(await addBox('Box 3', freezer))
  const { pickList } = await ok(create([tube.id], { thawed: true }))
  lab.setNow(minutesLater(20))
  const children = { parentSampleId: tube.id, type: 'PLASMA', count: 1 }
  const { samples } = await ok(lab.post('/samples/add-child', children))
  lab.setNow(minutesLater(40))
  await ok(pick(pickList.id, tube.alias, { scannedAt: minutesLater(10) }))
  await ok(undo(pickList.id, tube.id))
  const events = await auditEventsOf(lab, 'sample.update')
  const ofAliquot = events.filter(({ entity_id }) => entity_id === samples[0].id)
  expect(ofAliquot.map(({ before, after }) => [before, after])).toEqual([
    [{ thawCount: 0 }, { thawCount: 1 }],
    [{ thawCount: 1 }, { thawCount: 0 }],
  ])
})
