import { expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { minutesLater, openLab } from '../../test/lab.ts'

const lab = await openLab()
const freezer = countedFreezer(lab)
type Tube = { id: string; alias: string; batch_id: string }

test('a tube that is moved between two boxes of a stock-take is expected once', async () => {
  const { freezer: storage, box1, box2, samples } = await freezer.build(4)
  const [moved, lost, scannedTwice, kept] = samples as [Tube, Tube, Tube, Tube]
  const { id } = await freezer.start(storage)
  const totals = async () => {
    const [open] = (await lab.get('/stock-takes/list')).json().stockTakes
    const { stockTake, boxes } = await freezer.read(id)
    expect(open.expectedTubes).toBe(stockTake.expectedTubes)
    return [stockTake.expectedTubes, ...boxes.map(({ expected }) => expected)]
  }
  expect(await totals()).toEqual([4, 4, 0])
  for (const tube of [moved, scannedTwice, kept]) await freezer.scan(id, box1, tube.alias)
  await freezer.place(moved.id, box2, 'A1')
  expect(await totals()).toEqual([4, 3, 1])
  expect(await freezer.finish(id, box1)).toBe(1)

  lab.setNow(minutesLater(1))
  await freezer.place(lost.id, box2, 'B1')
  await freezer.place(scannedTwice.id, box2, 'C1')
  expect((await totals())[0]).toBe(4)
  await freezer.scan(id, box2, scannedTwice.alias)
  lab.setNow(minutesLater(2))
  await freezer.finish(id, box2)
  expect((await totals())[0]).toBe(4)
  await freezer.post('/stock-takes/cancel', { id })
  expect((await totals())[0]).toBe(4)
})
