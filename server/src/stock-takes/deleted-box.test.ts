import { expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const freezer = countedFreezer(lab)

test('tubes counted in a box that is deleted afterwards are left out, and all others are accepted', async () => {
  const { freezer: counted, box1, box2, samples } = await freezer.build(3)
  const { id } = await freezer.start(counted)
  const [first, second, third] = samples.map(({ alias }) => alias) as [string, string, string]
  await freezer.scan(id, box2, first)
  await freezer.scan(id, box1, second, { row: 4, column: 4 })
  await freezer.scan(id, box1, third)
  await lab.post(`/storage/delete?id=${box2}`, { reason: 'broken' })

  const changed = (await freezer.differences(id)).filter(({ isChangedSince }) => isChangedSince)
  expect(changed.map(({ code }) => code)).toEqual([first])
  expect(await freezer.apply(id, { results: ['other-place'] })).toMatchObject({ changedSince: 1, applied: 1 })
})
