import { expect, test } from '@playwright/test'
import { getAs, pagedBatches, postAs } from './lab-api.ts'
import { openAs } from './sign-in.ts'

test('more batches than a page of the list shows', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const find = () => getAs(page, '/batches/search', { query: pagedBatches })
  const { totalBatches: before } = await find()
  for (let number = before + 1; number <= 11; number += 1) {
    await postAs(page, '/batches/add', {
      name: `${pagedBatches} ${number}`,
      description: 'Plasma',
      numSamples: 1,
      tubeType: 'EDTA',
    })
  }
  expect((await find()).totalBatches).toBe(11)
})
