import { maxStockTakeBoxes } from '@lims/contract/stock-takes.ts'
import { expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { addFreezer } from '../../test/freezers.ts'
import { minutesLater, openLab } from '../../test/lab.ts'

const lab = await openLab()
const { build, addStorage, post, start, scan, differences } = countedFreezer(lab)

test('a storage with more boxes than a stock-take may have is refused', async () => {
  const boxes = { racks: 4, rackSize: [50, 50] as [number, number], boxesPerRack: maxStockTakeBoxes / 4 }
  const { id, rackIds } = await addFreezer(lab, { name: 'Freezer 1', ...boxes })
  const { id: stockTakeId, numBoxes } = await start(id)
  expect(numBoxes).toBe(5000)
  await post('/stock-takes/cancel', { id: stockTakeId })
  await addStorage('Box 5001', 'BOX', { parentID: rackIds[0] })
  expect((await lab.post('/stock-takes/start', { storageId: id })).json()).toEqual({
    code: 'request-invalid',
    message: 'Freezer 1 has more than 5,000 boxes. Count a part of it.',
    field: 'storageId',
  })
})

test('an unknown code that arrives late stays in the box where it was scanned later', async () => {
  const { freezer: id, box1, box2 } = await build(0)
  const stockTake = await start(id)
  lab.setNow(minutesLater(10))
  await scan(stockTake.id, box1, 'T9999999', { scannedAt: minutesLater(9).toISOString() })
  const late = await scan(stockTake.id, box2, 'T9999999', { scannedAt: minutesLater(5).toISOString() })
  expect(late).toMatchObject({ countedLater: 'Freezer 1 › Rack A › Box 1', countedBefore: null })
  expect(await differences(stockTake.id)).toMatchObject([{ result: 'unknown-code', isChangedSince: false }])
})
