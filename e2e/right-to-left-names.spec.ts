import { expect, type Locator, test } from '@playwright/test'
import { addStorage, freshName, postAs, registerTubes } from './lab-api.ts'
import { openAs } from './sign-in.ts'

test('names in Hebrew stand in the order of the path: freezer, box, cell', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const freezerName = freshName('מקפיא')
  const boxName = freshName('קופסה')
  const size = { numberRows: 2, numberColumns: 2 }
  const { tubes } = await registerTubes(page, freshName('קבוצת זיכרון'), 1)
  const [{ id }] = tubes
  const freezer = await addStorage(page, freezerName, 'FREEZER', size)
  const box = await addStorage(page, boxName, 'BOX', { parentID: freezer.id, ...size })
  await postAs(page, '/samples/arrange', {
    moves: [{ sampleId: id, storageId: box.id, rowCoordinate: 1, columnCoordinate: 2 }],
  })
  const { pickList } = await postAs(page, '/picks/create', { name: freshName('משלוח'), sampleIds: [id] })

  await test.step('as links', async () => {
    await page.goto(`/samples/${id}`)
    const links = [freezerName, boxName, 'B1'].map((name) =>
      page.getByRole('main').getByRole('link', { name, exact: true }).first(),
    )
    await expect(links[2] as Locator).toBeVisible()
    const lefts = await Promise.all(links.map(async (link) => (await link.boundingBox())?.x ?? 0))
    expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
  })

  await test.step('as text', async () => {
    await page.goto(`/picks/${pickList.id}`)
    const heading = page.getByRole('heading', { level: 2 }).filter({ hasText: boxName })
    const [freezerLeft, boxLeft] = [await leftOf(heading, freezerName), await leftOf(heading, boxName)]
    expect(freezerLeft).toBeLessThan(boxLeft)
  })
})

/** Where the letters of a part of the text begin on the screen. */
const leftOf = (element: Locator, part: string) =>
  element.evaluate((element, part) => {
    const text = element.firstChild as Text
    const range = document.createRange()
    const start = text.data.indexOf(part)
    range.setStart(text, start)
    range.setEnd(text, start + part.length)
    return range.getBoundingClientRect().left
  }, part)
