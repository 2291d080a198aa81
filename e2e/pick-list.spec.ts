import { expect, type Page, test } from '@playwright/test'
import { expectNoViolation } from './expect-no-violation.ts'
import { addStorage, getAs, postAs, registerTubes, type Tube, uniqueName } from './lab-api.ts'
import { scan } from './scan.ts'
import { openAs } from './sign-in.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

test('twenty tubes are picked with a scanner on a phone; two of them are missing', async ({ page }) => {
  await openAs(page, 'Ada Lindqvist')
  const name = uniqueName('Shipment')
  const tubes = await storeTubes(page, name)

  await test.step('a pasted list of tube IDs becomes a pick list', async () => {
    await page.setViewportSize(desk)
    await page.goto('/picks')
    await page.getByRole('button', { name: 'New pick list…' }).click()
    const codes = [...tubes.map(({ alias }) => alias), tubes[0]?.alias ?? '']
    await page.getByRole('textbox', { name: /^Tube IDs, names or ids/ }).fill(codes.join('\n'))
    await page.getByRole('button', { name: 'Find samples' }).click()
    await page.getByRole('button', { name: 'Select 20 samples' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pick list of 20 samples' })
    await expect(dialog.getByText('20 tubes can be reserved.')).toBeVisible()
    await expectNoViolation(page, 'the dialog for a new pick list')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Purpose (optional)').fill('Sequencing')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await expect(page.getByText('door 1 of 1')).toBeVisible()
    await expectNoViolation(page, 'a pick list on a large screen')
  })

  await test.step('on a phone each scan picks its tube, and the next one is shown', async () => {
    await page.setViewportSize(phone)
    await expect(page.getByRole('button', { name: `Scan ${tubes[0]?.alias}` })).toBeVisible()
    await expectNoViolation(page, 'a pick list on a phone')
    for (const tube of tubes.slice(0, 8)) await scan(page, tube.alias)
    await expect(page.getByText('8 of 20')).toBeVisible()
    await expect(page.getByRole('button', { name: `Scan ${tubes[8]?.alias}` })).toBeVisible()
  })

  await test.step('two tubes are not in their cells', async () => {
    for (const tube of tubes.slice(8, 10)) {
      await expect(page.getByRole('button', { name: `Scan ${tube.alias}` })).toBeVisible()
      await page.getByRole('button', { name: 'It is not here' }).click()
      const dialog = page.getByRole('dialog', { name: `${tube.name} is not here?` })
      await dialog.getByLabel('Reason').fill('The cell is empty')
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      // The button has become that of the next tube, which is scanned or reported without the mouse.
      await expect(page.getByRole('textbox', { name: /^Scan / })).toBeFocused()
    }
    await expect(page.getByText('10 of 20')).toBeVisible()
  })

  await test.step('a wrong tube and the label of a box get a sentence', async () => {
    const [stranger] = await storeTubes(page, uniqueName('Stranger'), 1)
    await scan(page, stranger?.alias ?? '')
    await expect(page.getByText(/is not on this list\. It belongs in/)).toBeVisible()
    const { boxes } = await getAs(page, '/picks/get', { pickListId: page.url().split('/').at(-1) ?? '' })
    await scan(page, boxes[1].code)
    await expect(page.getByRole('heading', { name: boxes[1].path.join(' › '), exact: true })).toBeVisible()
  })

  await test.step('a scan is undone with Ctrl+Z, and scanned again', async () => {
    const last = tubes[19]
    await scan(page, last?.alias ?? '')
    await expect(page.getByText('11 of 20')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(page.getByText('10 of 20')).toBeVisible()
  })

  await test.step('the rest is picked, and the outcome is kept', async () => {
    for (const tube of tubes.slice(10)) await scan(page, tube.alias)
    await expect(page.getByText('20 of 20')).toBeVisible()
    await page.getByRole('button', { name: 'Close list…' }).click()
    await page.getByRole('button', { name: 'Close list', exact: true }).click()
    await expect(page.getByText('18 picked, 2 not found.')).toBeVisible()
    await expectNoViolation(page, 'the outcome on a phone')
    await page.setViewportSize(desk)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await download).suggestedFilename()).toBe(`${name}.csv`)
    await expectNoViolation(page, 'the outcome on a large screen')
  })

  const { samples } = await getAs(page, '/samples/search', { query: name, pageSize: '50' })
  const custodies = samples.map(({ custody }: { custody: string }) => custody)
  expect(custodies.filter((custody: string) => custody === 'CHECKED_OUT')).toHaveLength(18)
  expect(custodies.filter((custody: string) => custody === 'MISSING')).toHaveLength(2)
})

test('on a phone the map of the box stays in sight when the list is opened and when tubes are scanned', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await openAs(page, 'Ada Lindqvist')
  const name = uniqueName('Map')
  const tubes = await storeTubes(page, name)
  const codes = tubes.map(({ alias }) => alias)
  const { pickList } = await postAs(page, '/picks/create', { name, codes })
  await page.goto(`/picks/${pickList.id}`)
  const map = page.getByRole('img', { name: /to pick from/ })
  await expect(page.getByRole('textbox', { name: /^Scan / })).toBeFocused()
  await expect(map).toBeInViewport({ ratio: 1 })
  for (const code of codes.slice(0, 3)) {
    await scan(page, code)
    // Until it is picked, the tube is also the next one, which screen readers read.
    const outcome = page.getByRole('status').filter({ hasText: code, hasNotText: 'Next:' })
    await expect(outcome).toBeVisible()
    await expect(map).toBeInViewport({ ratio: 1 })
  }
})

test('on a phone scans that were refused after a time without a connection leave two fifths of the page free', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await openAs(page, 'Ada Lindqvist')
  const name = uniqueName('Late')
  const codes = (await storeTubes(page, name)).map(({ alias }) => alias)
  const wanted = codes.slice(15)
  const { pickList } = await postAs(page, '/picks/create', { name, codes: wanted })
  await page.goto(`/picks/${pickList.id}`)
  await expect(page.getByRole('textbox', { name: /^Scan / })).toBeFocused()
  await page.context().setOffline(true)
  for (const code of codes.slice(0, 15)) await scan(page, code)
  await page.context().setOffline(false)
  await expect(page.getByText('14 earlier scans were refused')).toBeVisible()
  const outcome = page
    .getByRole('status')
    .filter({ hasText: codes[14] ?? '' })
    .first()
  await expect(outcome).toBeInViewport()
  expect((await outcome.boundingBox())?.y).toBeGreaterThan(0.4 * phone.height)
})

test('on a phone a notice of an error leaves the large buttons free', async ({ page }) => {
  await page.setViewportSize(phone)
  await openAs(page, 'Ada Lindqvist')
  const name = uniqueName('Notice')
  const codes = (await storeTubes(page, name, 3)).map(({ alias }) => alias)
  const { pickList } = await postAs(page, '/picks/create', { name, codes })
  await page.goto(`/picks/${pickList.id}`)
  await page.getByRole('button', { name: 'It is not here' }).click()
  const dialog = page.getByRole('dialog', { name: /is not here\?$/ })
  await dialog.getByLabel('Reason').fill('The cell is empty')
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByRole('button', { name: 'Close' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Report missing', exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  for (const button of [`Scan ${codes[0]}`, 'It is not here']) {
    await page.getByRole('button', { name: button, exact: true }).click({ trial: true, timeout: 5000 })
  }
})

/** Tubes in boxes of ten, in the order of the walk. */
async function storeTubes(page: Page, name: string, count = 20): Promise<Tube[]> {
  const { tubes } = await registerTubes(page, name, count, name)
  const size = { numberRows: 10, numberColumns: 10 }
  const { id: parentID } = await addStorage(page, `Rack ${name}`, 'RACK', size)
  for (let start = 0; start < tubes.length; start += 10) {
    const { id: storageId } = await addStorage(page, `Box ${start}`, 'BOX', { parentID, ...size })
    const moves = tubes.slice(start, start + 10).map(({ id }, index) => ({
      sampleId: id,
      storageId,
      rowCoordinate: 1 + Math.floor(index / 5),
      columnCoordinate: 1 + (index % 5) * 2,
    }))
    await postAs(page, '/samples/arrange', { moves })
  }
  return tubes
}
