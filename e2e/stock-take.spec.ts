import { expect, type Page, test } from '@playwright/test'
import { storageCode } from '../contract/storage-code.ts'
import { expectFit } from './expect-fit.ts'
import { expectNoViolation } from './expect-no-violation.ts'
import { addStorage, getAs, postAs, registerTubes, type Tube, uniqueName } from './lab-api.ts'
import { scan } from './scan.ts'
import { newPageAs } from './sign-in.ts'
import { untilFonts } from './until-painted.ts'

test('a freezer is counted by two people with each of the five results, accepted, undone and reported', async ({
  browser,
}) => {
  const viewport = { width: 1440, height: 900 }
  const ada = await newPageAs(browser, 'Ada Lindqvist', { viewport })
  const bo = await newPageAs(browser, 'Bo Chen', { viewport })
  const name = uniqueName('Count')
  const { boxes, tubes, loose } = await fillFreezer(ada, name)
  const [box1 = 0, box2 = 0] = boxes

  await test.step('Ada starts it, and a second one of the same freezer is refused', async () => {
    await ada.goto('/stock-takes')
    const start = ada.getByRole('button', { name: 'Start stock-take' })
    await expect(start).toBeVisible()
    await untilFonts(ada)
    const place = await start.boundingBox()
    await ada.getByRole('combobox', { name: 'What to count' }).fill(name)
    await ada.getByTitle(name).last().click()
    // A button that moves when the field loses the focus slips away under the first click.
    expect(await start.boundingBox()).toEqual(place)
    await start.click()
    await expect(
      ada.getByRole('heading', { level: 1, name: `Stock-take of ${name}`, exact: true }),
    ).toBeVisible()
    await expect(ada.getByRole('button', { name: /^Box 1/ })).toContainText('not begun')
  })
  const address = new URL(ada.url()).pathname

  await test.step('Ada scans tubes by keyboard alone; the label of another box changes the box', async () => {
    await expect(ada.getByLabel('Scan the label of a box')).toBeFocused()
    await scan(ada, tubes[0]?.alias ?? '')
    await expect(ada.getByRole('alert').filter({ hasText: 'Scan the label of a box first' })).toBeVisible()
    await scan(ada, storageCode(box1))
    await expect(ada.getByRole('heading', { name: 'Counting Box 1', exact: true })).toBeVisible()
    await scan(ada, tubes[0]?.alias ?? '')
    await scan(ada, loose.alias)
    await scan(ada, 'T8888888')
    const last = ada.getByRole('list', { name: 'Last scans' })
    await expect(last).toContainText(`✓${tubes[0]?.alias}A1`)
    await expect(last).toContainText('present, but recorded as without a place')
    await expect(last).toContainText('unknown code')
    await scan(ada, storageCode(box2))
    await expect(ada.getByRole('heading', { name: 'Counting Box 2', exact: true })).toBeVisible()
    await scan(ada, tubes[1]?.alias ?? '')
    await expect(last).toContainText(`belongs to ${name} › Box 1 › B1`)
    await scan(ada, storageCode(999_999))
    await expect(ada.getByText(/is not the label of a box of/)).toBeVisible()
  })

  await test.step('Bo sees it live, and finishes the first box on a phone: what was not scanned is missing', async () => {
    await bo.setViewportSize({ width: 390, height: 844 })
    await bo.goto(address)
    await expect(numberOf(bo, 'in another place')).toHaveText('1')
    await expectNoViolation(bo, 'the picture on a phone')
    await bo.getByRole('button', { name: /^Box 1/ }).click()
    await expect(bo.getByRole('heading', { name: 'Counting Box 1', exact: true })).toBeVisible()
    await expectNoViolation(bo, 'a box on a phone')
    await expectFit(bo)
    await bo.getByRole('button', { name: 'Finish Box 1' }).click()
    await expect(bo.getByText('Box 1 is counted: 1 missing')).toBeVisible()
    await expect(numberOf(ada, 'missing')).toHaveText('1')
  })

  await test.step('a scan without network is kept, and sent when the network is back', async () => {
    await ada.context().setOffline(true)
    await scan(ada, storageCode(box2))
    await scan(ada, tubes[3]?.alias ?? '')
    await expect(ada.getByRole('list', { name: 'Last scans' })).toContainText('not sent yet')
    await ada.context().setOffline(false)
    await expect(ada.getByRole('list', { name: 'Last scans' })).toContainText(`✓${tubes[3]?.alias}A1`)
    await expect(numberOf(ada, 'where they should be')).toHaveText('2')
  })

  await test.step('the third box is counted by its rack file with one confirmation', async () => {
    await ada.getByRole('button', { name: /^Box 3/ }).click()
    const content = `A1,${tubes[4]?.alias}\nB1,${tubes[5]?.alias}\n`
    const file = { name: 'rack.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
    await ada.getByLabel('Rack file', { exact: true }).setInputFiles(file)
    const dialog = ada.getByRole('dialog')
    await expect(dialog.getByText('2 where they should be')).toBeVisible()
    await dialog.getByRole('button', { name: 'Count Box 3' }).click()
    await expect(ada.getByRole('button', { name: /^Box 3/ })).toContainText('2 of 2')
    await expectNoViolation(ada, 'the stock-take')
  })

  await test.step('the differences are accepted in one step, and undone in one', async () => {
    await ada.getByRole('link', { name: 'Review 4 differences' }).click()
    await expect(ada.getByRole('list', { name: 'Differences' }).getByRole('listitem')).toHaveCount(4)
    await ada.getByRole('checkbox', { name: '1 missing' }).check()
    await ada.getByRole('checkbox', { name: `Accept ${tubes[1]?.alias}` }).check()
    await expectNoViolation(ada, 'the differences')
    await ada.setViewportSize({ width: 390, height: 844 })
    await expectNoViolation(ada, 'the differences on a phone')
    await ada.getByRole('button', { name: 'Accept 2 differences and finish' }).click()
    await expect(ada.getByRole('region', { name: `The stock-take of ${name} is finished` })).toBeVisible()
    expect(await placeOf(ada, tubes[1])).toMatchObject({ storageId: box2, inStorage: true })
    expect(await placeOf(ada, tubes[2])).toMatchObject({ inStorage: false })

    await ada.getByRole('button', { name: 'Undo' }).first().click()
    await expect(ada.getByText('the stock-take is open again')).toBeVisible()
    expect(await placeOf(ada, tubes[1])).toMatchObject({ storageId: box1, location: 'B1' })
    expect(await placeOf(ada, tubes[2])).toMatchObject({ storageId: box1, location: 'C1' })
  })

  await test.step('the signed report is saved', async () => {
    await ada.getByRole('button', { name: 'Report' }).click()
    const saving = ada.waitForEvent('download')
    await ada.getByRole('menuitem', { name: /^As PDF/ }).click()
    expect((await saving).suggestedFilename()).toMatch(/\.pdf$/)
    await ada.goto('/stock-takes')
    await expect(ada.getByRole('link', { name: `Stock-take of ${name}` })).toBeVisible()
    await expectNoViolation(ada, 'the stock-takes on a phone')
  })
})

const numberOf = (page: Page, words: string) =>
  page.getByLabel('Tubes by result').locator('div', { hasText: words }).locator('dd')

const placeOf = (page: Page, tube: Tube | undefined) =>
  getAs(page, '/samples/location', { sampleId: tube?.id ?? '' })

/** A freezer of three boxes: three tubes, one and two; and one tube without a place. */
async function fillFreezer(page: Page, name: string) {
  const { tubes } = await registerTubes(page, name, 7)
  const grid = { numberRows: 3, numberColumns: 3 }
  const { id: parentID } = await addStorage(page, name, 'FREEZER', grid)
  const boxes: number[] = []
  for (const alias of ['Box 1', 'Box 2', 'Box 3']) {
    boxes.push((await addStorage(page, alias, 'BOX', { parentID, ...grid })).id)
  }
  const cells = [
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 1],
    [2, 1],
    [2, 2],
  ] as const
  const moves = cells.map(([box, columnCoordinate], index) => ({
    sampleId: tubes[index]?.id,
    storageId: boxes[box],
    rowCoordinate: 1,
    columnCoordinate,
  }))
  await postAs(page, '/samples/arrange', { moves })
  return { boxes, tubes, loose: tubes[6] as Tube }
}
