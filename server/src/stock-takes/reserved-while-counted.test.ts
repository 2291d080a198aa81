import { beforeEach, expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { minutesLater, openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'

const lab = await openLab()
const { build, start, scan, finish, differences, apply, stateOf, post } = countedFreezer(lab)
const { create, close } = pickLab(lab)

type Sample = { id: string; alias: string; batch_id: string }
const atMinute = (minute: number) => lab.setNow(minutesLater(minute))
beforeEach(() => atMinute(0))

const reserve = async ({ id }: { id: string }) => (await ok(create([id]))).pickList.id as string
const resultsOf = async (id: string) =>
  (await differences(id)).map(({ code, result, isChangedSince }) => [code, result, isChangedSince])

/** Box 1 with a tube that is there and one that is not. */
async function boxWithMissing() {
  const { freezer, box1, box2, samples } = await build(2)
  const [kept, lost] = samples as [Sample, Sample]
  return { freezer, box1, box2, kept, lost }
}

const changes: [string, boolean, (lost: { id: string }, listId: string) => Promise<unknown>][] = [
  ['reserved for a pick list', false, reserve],
  ['released by a pick list', true, async (_, listId) => ok(close(listId))],
]

test.each(changes)(
  'a missing tube that is %s after it was judged is still missing',
  async (_, isReserved, change) => {
    const { freezer, box1, kept, lost } = await boxWithMissing()
    const listId = isReserved ? await reserve(lost) : ''
    const { id } = await start(freezer)
    await scan(id, box1, kept.alias)
    expect(await finish(id, box1)).toBe(1)
    atMinute(1)
    await change(lost, listId)
    atMinute(2)

    expect(await resultsOf(id)).toEqual([[lost.alias, 'missing', false]])
    expect(await finish(id, box1)).toBe(1)
    expect(await apply(id, { results: ['missing'] })).toMatchObject({ applied: 1, changedSince: 0 })
    expect(await stateOf(lost.id)).toBe('nowhere MISSING')
  },
)

test.each(changes)(
  'a tube that is %s while its box is counted is missing if it is not there',
  async (_, isReserved, change) => {
    const { freezer, box1, kept, lost } = await boxWithMissing()
    const listId = isReserved ? await reserve(lost) : ''
    const { id } = await start(freezer)
    await scan(id, box1, kept.alias)
    atMinute(1)
    await change(lost, listId)
    atMinute(2)
    expect(await finish(id, box1)).toBe(1)
  },
)

test('a tube that is reserved between a scan in another box and its arrival is moved there', async () => {
  const { freezer, box2, samples } = await build(1)
  const [tube] = samples as [Sample]
  const { id } = await start(freezer)
  atMinute(5)
  await reserve(tube)
  atMinute(10)
  const scannedAt = minutesLater(1).toISOString()
  await scan(id, box2, tube.alias, { scannedAt })
  expect(await resultsOf(id)).toEqual([[tube.alias, 'other-place', false]])
})

test.each([
  [{ results: ['missing'] }, 'Box 1 B1 RESERVED'],
  [{ results: ['other-place'] }, 'Box 1 B1 RESERVED'],
])('accepting %o of a tube that was reserved after it was judged is undone', async (accept, before) => {
  const { freezer, box1, box2, kept, lost } = await boxWithMissing()
  const { id } = await start(freezer)
  await scan(id, box1, kept.alias)
  if (accept.results[0] === 'other-place') await scan(id, box2, lost.alias)
  else await finish(id, box1)
  atMinute(1)
  await reserve(lost)
  atMinute(2)
  expect(await apply(id, accept)).toMatchObject({ applied: 1 })
  await post('/stock-takes/undo', { id })
  expect(await stateOf(lost.id)).toBe(before)
})

test('a missing tube that was picked, and put back by hand, is not missing when its box is finished again', async () => {
  const { freezer, box1, kept, lost } = await boxWithMissing()
  const { id } = await start(freezer)
  await scan(id, box1, kept.alias)
  await finish(id, box1)
  atMinute(1)
  const listId = await reserve(lost)
  await ok(lab.post('/picks/pick', { pickListId: listId, code: lost.alias }))
  atMinute(2)
  await post('/custody/return', { identifiers: [lost.alias] })
  expect(await resultsOf(id)).toEqual([[lost.alias, 'missing', true]])
  expect(await finish(id, box1)).toBe(0)
})
