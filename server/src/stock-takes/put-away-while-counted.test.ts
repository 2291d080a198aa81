import { beforeEach, expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { minutesLater, openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'

const lab = await openLab()
const { build, differences, finish, post, scan, start } = countedFreezer(lab)
const { create, get, close } = pickLab(lab)

const atMinute = (minute: number) => lab.setNow(minutesLater(minute))
const timeOf = (minute: number) => minutesLater(minute).toISOString()
beforeEach(() => atMinute(0))

const toPutAway = async () =>
  (await lab.get('/custody/list', { show: 'to-put-away' })).json().samples.map(({ id }: { id: string }) => id)

/** A tube that was returned at minute 1, and whose freezer is counted from minute 5 on. */
async function returned() {
  const { freezer, box1, box2, samples } = await build(2)
  const [tube, other] = samples as [Sample, Sample]
  await post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR' })
  atMinute(1)
  await post('/custody/return', { identifiers: [tube.alias] })
  atMinute(5)
  const { id } = await start(freezer)
  atMinute(10)
  return { id, box1, box2, tube, other }
}
type Sample = { id: string; alias: string; batch_id: string }

test('a missing tube that waits to be put away is listed as that', async () => {
  const { id, box1, tube, other } = await returned()
  expect(await finish(id, box1)).toBe(2)
  const listed = async () => (await differences(id)).map(({ code, isToPutAway }) => [code, isToPutAway])
  expect(await listed()).toEqual([
    [tube.alias, true],
    [other.alias, false],
  ])
  await post('/custody/put-away', { sampleIds: [tube.id] })
  expect(await listed()).toEqual([
    [tube.alias, false],
    [other.alias, false],
  ])
})

test('missing tubes that wait to be put away are counted of all differences, not of one page', async () => {
  const { id, box1, tube } = await returned()
  await finish(id, box1)
  const page = { id, pageSize: '1', pageNumber: '1' }
  const counted = async () => (await lab.get('/stock-takes/differences', page)).json().missingToPutAway
  expect(await counted()).toBe(1)
  await post('/custody/put-away', { sampleIds: [tube.id] })
  expect(await counted()).toBe(0)
})

test('a returned tube that is counted in its box is put away', async () => {
  const { id, box1, tube } = await returned()
  await scan(id, box1, tube.alias)
  expect(await toPutAway()).toEqual([])
  expect(await auditEventsOf(lab, 'custody.put-away')).toMatchObject([{ entity_id: tube.id, after: null }])
})

test('a returned tube that is counted by a scan that was sent later was put away at the scan', async () => {
  const { id, box1, tube } = await returned()
  await scan(id, box1, tube.alias, { scannedAt: timeOf(6) })
  expect(await toPutAway()).toEqual([])
  expect(await auditEventsOf(lab, 'custody.put-away')).toMatchObject([{ after: { scannedAt: timeOf(6) } }])
})

test('a returned tube that is counted in another box still waits to be put away', async () => {
  const { id, box2, tube } = await returned()
  await scan(id, box2, tube.alias)
  expect(await toPutAway()).toEqual([tube.id])
})

test('a tube that was counted before another person returned it still waits to be put away', async () => {
  const { freezer, box1, samples } = await build(1)
  const [tube] = samples as [Sample]
  const { id } = await start(freezer)
  atMinute(10)
  await post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR' })
  atMinute(11)
  await post('/custody/return', { identifiers: [tube.alias] }, await lab.signIn('bo', 'Bo Chen'))
  atMinute(20)
  await scan(id, box1, tube.alias, { scannedAt: timeOf(5) })
  expect(await toPutAway()).toEqual([tube.id])
})

test('a tube that another person has just returned is put away by its count, from a computer with a slower clock', async () => {
  const { freezer, box1, samples } = await build(1)
  const [tube] = samples as [Sample]
  const { id } = await start(freezer)
  await post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR' })
  atMinute(10)
  await post('/custody/return', { identifiers: [tube.alias] }, await lab.signIn('bo', 'Bo Chen'))
  await scan(id, box1, tube.alias, { scannedAt: timeOf(9) })
  expect(await toPutAway()).toEqual([])
})

/** Makes a pick list with the tube, and returns whether the list says that it waits to be put away. */
async function reserve(tube: Sample) {
  const { pickList } = await ok(create([tube.id]))
  return { pickListId: pickList.id, isWaiting: async () => (await get(pickList.id)).items[0].isToPutAway }
}

test('a missing tube that waits to be put away is listed as that while a pick list has reserved it', async () => {
  const { id, box1, tube, other } = await returned()
  await reserve(tube)
  await finish(id, box1)
  const listed = (await differences(id)).map(({ code, isToPutAway }) => [code, isToPutAway])
  expect(listed).toEqual([
    [tube.alias, true],
    [other.alias, false],
  ])
  expect((await lab.get('/stock-takes/differences', { id })).json().missingToPutAway).toBe(1)
})

test('a missing tube in quarantine that waits to be put away is listed as that, until its box is confirmed', async () => {
  const { id, box1, tube, other } = await returned()
  await post('/custody/set', { sampleIds: [tube.id], custody: 'QUARANTINED', reason: 'Label unclear' })
  await finish(id, box1)
  const listed = async () => (await differences(id)).map(({ code, isToPutAway }) => [code, isToPutAway])
  expect(await listed()).toEqual([
    [tube.alias, true],
    [other.alias, false],
  ])
  await post('/custody/put-away', { storageId: box1 })
  expect(await listed()).toEqual([
    [tube.alias, false],
    [other.alias, false],
  ])
})

test('a returned and reserved tube that is counted in its box is put away', async () => {
  const { id, box1, tube } = await returned()
  const { pickListId, isWaiting } = await reserve(tube)
  expect(await isWaiting()).toBe(true)
  atMinute(12)
  await scan(id, box1, tube.alias)
  expect(await isWaiting()).toBe(false)
  await scan(id, box1, tube.alias)
  expect(await auditEventsOf(lab, 'custody.put-away')).toMatchObject([{ entity_id: tube.id }])
  atMinute(15)
  await ok(close(pickListId))
  expect(await toPutAway()).toEqual([])
})

test('a reserved tube is put away with all of its box', async () => {
  const { box1, tube } = await returned()
  const { pickListId, isWaiting } = await reserve(tube)
  await post('/custody/put-away', { storageId: box1 })
  expect(await isWaiting()).toBe(false)
  await ok(close(pickListId))
  expect(await toPutAway()).toEqual([])
})
