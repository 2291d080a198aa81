import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const { build, start, scan, finish, read, differences, apply, stateOf, post, place } = countedFreezer(lab)

type Sample = { id: string; alias: string; batch_id: string }
const later = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000)
const remove = (sampleId: string) => post<{ deletionId: string }>(`/samples/delete?id=${sampleId}`, {})
const restore = (deletionId: string) => post('/deletions/undo', { deletionId })
const resultsOf = async (id: string) =>
  (await differences(id)).map(({ code, result }) => [code, result]).sort()

test.each(['tube ID', 'id'])(
  'a tube that was scanned by its %s while it was deleted is not missing once it is restored',
  async (label) => {
    const { freezer, box1, samples } = await build(3)
    const [kept, gone, lost] = samples as [Sample, Sample, Sample]
    const { deletionId } = await remove(gone.id)
    const { id } = await start(freezer)
    const code = label === 'id' ? gone.id : gone.alias
    await scan(id, box1, kept.alias)
    expect((await scan(id, box1, code.toLowerCase())).result).toBe('unknown-code')
    await restore(deletionId)

    expect(await finish(id, box1)).toBe(1)
    expect(await resultsOf(id)).toEqual(
      [
        [code.toLowerCase(), 'unknown-code'],
        [lost.alias, 'missing'],
      ].sort(),
    )
    expect((await read(id)).stockTake).toMatchObject({ expectedTubes: 3 })
    expect(await apply(id, { results: ['missing'] })).toMatchObject({ applied: 1 })
    expect(await stateOf(gone.id)).toBe('Box 1 B1 AVAILABLE')
  },
)

test('a missing tube is not missing any more once it was scanned while it was deleted', async () => {
  const { freezer, box1, box2, samples } = await build(2)
  const [gone, lost] = samples as [Sample, Sample]
  const { id } = await start(freezer)
  expect(await finish(id, box1)).toBe(2)
  const { deletionId } = await remove(gone.id)
  await scan(id, box2, gone.alias)
  await restore(deletionId)

  expect(await resultsOf(id)).toEqual(
    [
      [gone.alias, 'unknown-code'],
      [lost.alias, 'missing'],
    ].sort(),
  )
  await apply(id, { results: ['missing'] })
  expect(await stateOf(gone.id)).toBe('Box 1 A1 AVAILABLE')
})

test('a tube that was scanned by its id while it was deleted is no longer an unknown code once it is scanned again', async () => {
  const { freezer, box1, samples } = await build(1)
  const [tube] = samples as [Sample]
  const { deletionId } = await remove(tube.id)
  const { id } = await start(freezer)
  await scan(id, box1, tube.id)
  await restore(deletionId)
  expect(await scan(id, box1, tube.alias)).toMatchObject({ result: 'in-place' })
  expect(await differences(id)).toEqual([])
})

test.each(['/stock-takes/finish-box', '/stock-takes/mark-empty'])(
  'a missing tube whose record was moved to another box is missing there: %s',
  async (path) => {
    const { freezer, box1, box2, samples } = await build(2)
    const [moved, lost] = samples as [Sample, Sample]
    const { id } = await start(freezer)
    expect(await finish(id, box1)).toBe(2)
    lab.setNow(later(1))
    await place(moved.id, box2, 'B2')
    lab.setNow(later(2))

    expect(await post(path, { stockTakeId: id, storageId: box2 })).toMatchObject({ missing: 1 })
    expect((await read(id)).boxes).toMatchObject([
      { alias: 'Box 1', counts: { missing: 1 } },
      { alias: 'Box 2', counts: { missing: 1 }, expected: 1 },
    ])
    const events = await auditEventsOf(lab, 'stock-take.finish-box')
    expect(events).toContainEqual(
      expect.objectContaining({ after: expect.objectContaining({ storageId: box2, missing: 1 }) }),
    )
    expect((await differences(id)).map((one) => [one.code, one.recordedPlace, one.isChangedSince])).toEqual([
      [lost.alias, 'Freezer 1 › Rack A › Box 1 › B1', false],
      [moved.alias, 'Freezer 1 › Rack A › Box 2 › B2', false],
    ])

    expect(await finish(id, box1)).toBe(1)
    expect(await apply(id, { results: ['missing'] })).toMatchObject({ applied: 2, changedSince: 0 })
    expect(await stateOf(moved.id)).toBe('nowhere MISSING')
  },
)
