import { expect, type Page, test } from '@playwright/test'
import { timeArrowKeys, timeGrid, timeScrolling } from '../tools/bench/page-timing.ts'
import { percentileOf } from '../tools/bench/timing.ts'
import { addStorage, freshName, getAs, postAs } from './lab-api.ts'
import { measuring } from './launch-options.ts'
import { expectFasterThan, patience } from './patience.ts'
import { openAs } from './sign-in.ts'

const samples = Number(process.env.SPEED_SAMPLES ?? 5000)
const side = 50

test.describe.configure({ mode: 'default' })

test.use({ launchOptions: measuring })

test('a full box of 50 × 50 is painted soon after its data, and an arrow key answers at once', async ({
  page,
}) => {
  await openAs(page, 'Bo Chen')
  const box = await fillBox(page)
  const paints: number[] = []
  for (let round = 0; round < 5; round++) {
    await page.goto('/storage')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    paints.push(await timeGrid(page, `/storage/${box}/enhanced`, side * side))
  }

  console.log({ paints: paints.map(Math.round) })
  expect(Math.min(...paints)).toBeLessThan(300 * patience)
  await expectFasterThan(50, async () => {
    const keys = await timeArrowKeys(page, page.getByRole('gridcell', { name: /^A1,/ }))
    console.log({ keys: [0.5, 0.95].map((part) => percentileOf(keys, part)) })
    return percentileOf(keys, 0.95)
  })
})

test('the tree of samples scrolls without a jerk', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const perBatch = Math.min(samples, 20_000)
  for (let made = 0; made < samples; made += perBatch) {
    await postAs(page, '/batches/add', {
      name: freshName(`Speed ${made}`),
      description: 'Many',
      numSamples: perBatch,
      tubeType: 'EDTA',
    })
  }
  const start = performance.now()
  await page.goto('/samples')
  const list = page.locator('.ant-table-tbody-virtual-holder')
  await expect(list.getByRole('link').first()).toBeVisible()
  const firstRows = performance.now() - start
  console.log({ firstRows: Math.round(firstRows) })
  await expectFasterThan(33, async () => {
    const times = await timeScrolling(page, list)
    console.log({ frames: times.length, p50: percentileOf(times, 0.5), p95: percentileOf(times, 0.95) })
    return percentileOf(times, 0.95)
  })
})

async function fillBox(page: Page): Promise<number> {
  const size = { numberRows: side, numberColumns: side }
  const storage = await addStorage(page, freshName('Full'), 'BOX', size)
  const { batch } = await postAs(page, '/batches/add', {
    name: freshName('For a full box'),
    description: 'One tube a cell',
    numSamples: side * side,
    tubeType: 'EDTA',
  })
  for (let pageNumber = 0; pageNumber < 5; pageNumber++) {
    const query = { batchId: batch.id, pageNumber: String(pageNumber), pageSize: '500' }
    const { samples: tubes } = await getAs(page, '/samples/search', query)
    const moves = tubes.map(({ id }: { id: string }, index: number) => ({
      sampleId: id,
      storageId: storage.id,
      rowCoordinate: pageNumber * 10 + Math.floor(index / side) + 1,
      columnCoordinate: (index % side) + 1,
    }))
    await postAs(page, '/samples/arrange', { moves })
  }
  return storage.id
}
