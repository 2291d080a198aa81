import { expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const { build, start, scan, finish, read, differences, apply, stateOf, post } = countedFreezer(lab)

type Sample = { id: string; alias: string; batch_id: string }
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

test('a tube that was scanned by its id while it was deleted is no unknown code once it is scanned again', async () => {
  const { freezer, box1, samples } = await build(1)
  const [tube] = samples as [Sample]
  const { deletionId } = await remove(tube.id)
  const { id } = await start(freezer)
  await scan(id, box1, tube.id)
  await restore(deletionId)
  expect(await scan(id, box1, tube.alias)).toMatchObject({ result: 'in-place' })
  expect(await differences(id)).toEqual([])
})
