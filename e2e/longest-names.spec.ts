import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectFit } from './expect-fit.ts'
import { addStorage, freshName, getAs, postAs, registerTubes } from './lab-api.ts'
import { scan } from './scan.ts'
import { openAs } from './sign-in.ts'
import { warmFreezer } from './warm-freezer.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('names and descriptions as long as they may be, without a space, fit a phone', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  const { batch } = await postAs(page, '/batches/add-patient', {
    name: freshName('W'.repeat(190)),
    description: 'D'.repeat(600),
    samplePrefix: 'P'.repeat(60),
    numPatients: 1,
    tubeTypes: [{ tubeType: 'EDTA', count: 1 }],
  })
  const { samples } = await getAs(page, '/samples/search', { batchId: batch.id })

  for (const address of [`/batches/${batch.id}`, `/samples/${samples[0].id}`]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectFit(page)
  }

  await page.goto(`/samples?batchId=${batch.id}`)
  await expect(page.getByText(/^Only samples of/)).toContainText(batch.name)
  await expectFit(page)

  await page.goto(`/batches?query=${'W'.repeat(50)}`)
  await expect(page.getByRole('link', { name: batch.name }).first()).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Sample Count' })).toBeInViewport({ ratio: 1 })
})

test('a filter of any length that is not understood fits a phone', async ({ page }) => {
  await openAs(page, 'Bo Chen')
  await page.goto(`/samples?batchId=${'W'.repeat(4000)}&storageId=${'W'.repeat(40)}`)
  await expect(
    page.getByRole('heading', { name: 'A filter of this address is not understood' }),
  ).toBeVisible()
  await expectFit(page)
  await page.getByRole('button', { name: 'Show the list without it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Samples', exact: true })).toBeVisible()
})

test.describe('on a laptop of 1280 pixels', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('the list of samples shows the names of a kit in full, and what each filter is of', async ({
    page,
  }) => {
    await openAs(page, 'Bo Chen')
    const samplePrefix = freshName('MEM-LU').slice(0, 12)
    const { batch } = await postAs(page, '/batches/add-patient', {
      name: freshName('Memory cohort'),
      description: 'Kits',
      samplePrefix,
      numPatients: 1,
      tubeTypes: [{ tubeType: 'S-cfDNA', count: 2 }],
    })
    await page.goto(`/samples?batchId=${batch.id}`)
    for (const number of [1, 2]) {
      const name = page.getByRole('link', { name: `${samplePrefix}-P001-S-cfDNA-${number}` })
      await expect.poll(() => name.evaluate(isCutOff)).toBe(false)
    }
    await expectRoomForSubject(page)
  })
})

test('on a tablet of 820 pixels the filters of the list of samples say what each is of', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await openAs(page, 'Bo Chen')
  await page.goto('/samples')
  await expectRoomForSubject(page)
})

const expectRoomForSubject = (page: Page) =>
  expect
    .poll(() => page.getByPlaceholder('Subject ID').evaluate((field) => field.clientWidth))
    .toBeGreaterThan(70)

test.describe('on a tablet of 1024 pixels', () => {
  test.use({ viewport: { width: 1024, height: 768 } })

  test('the audit trail shows names in full', async ({ page }) => {
    await openAs(page, 'Bo Chen')
    const name = freshName('MEM-LU-A-P001-S-cfDNA-1')
    const { batchId } = await registerTubes(page, freshName('Trail'), 1)
    const { sample } = await postAs(page, '/samples/add', {
      name,
      batchId,
      type: 'PLASMA',
      status: 'COLLECTED',
      volume: 2,
      notes: '',
    })
    // The newest of all events may be those of a journey beside this one.
    await page.goto(`/audit?entityId=${sample.id}`)
    const cell = page.locator('[class*="-table-cell"]', { has: page.getByRole('link', { name }) }).first()
    await expect.poll(() => cell.evaluate(isCutOff)).toBe(false)
  })
})

/** Whether a part of its text is not shown. */
const isCutOff = (element: HTMLElement | SVGElement) =>
  element.scrollWidth > element.clientWidth && getComputedStyle(element).overflow !== 'visible'

test.describe('on a phone of 390 pixels', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  /** A tube in a cell of a box of this name. */
  async function fillBox(page: Page, alias: string) {
    const { tubes } = await registerTubes(page, freshName(`Tube of ${alias}`), 1, 'LN')
    const [tube] = tubes
    const size = { numberRows: 2, numberColumns: 2 }
    const freezer = await addStorage(page, freshName(`Freezer of ${alias}`), 'FREEZER', size)
    const box = await addStorage(page, freshName(alias), 'BOX', { parentID: freezer.id })
    await postAs(page, '/samples/arrange', {
      moves: [{ sampleId: tube.id, storageId: box.id, rowCoordinate: 1, columnCoordinate: 1 }],
    })
    return { tube, box }
  }

  for (const alias of ['EDTA-Plasma Lund A 2026', 'W'.repeat(150)]) {
    test(`Check out and return shows the cell of a tube in the box ${alias.slice(0, 30)}`, async ({
      page,
    }) => {
      await openAs(page, 'Bo Chen')
      const { tube } = await fillBox(page, alias)
      await page.goto('/custody')
      const purpose = page.getByLabel('Purpose, kept for this session')
      await purpose.fill('ELISA')
      // Back to the scan field, where a code may also come as slowly as on a busy machine.
      await purpose.press('Enter')
      await scan(page, tube.alias)
      const card = page.getByRole('status').filter({ hasText: 'Checked out' })
      const cell = card.getByText('A1', { exact: true })
      await expect(cell).toBeVisible()
      await expectFit(page)
      await cell.scrollIntoViewIfNeeded()
      // Half a pixel of it may be below the edge.
      await expect(cell).toBeInViewport({ ratio: 0.9 })
    })
  }

  test('the History tab of a sample fits', async ({ page }) => {
    await openAs(page, 'Bo Chen')
    const { tube } = await fillBox(page, 'History box')
    await page.goto(`/samples/${tube.id}?tab=history`)
    await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible()
    await expectFit(page)
  })

  test('the page of a box fits', async ({ page }) => {
    await openAs(page, 'Bo Chen')
    const { box } = await fillBox(page, 'X'.repeat(150))
    await page.goto(`/storage/${box.id}/enhanced`)
    await expect(page.getByRole('region', { name: 'Focused cell' })).toContainText(box.alias)
    await expectFit(page)
  })

  test('notices of a storage and of a sample fit', async ({ page }) => {
    await openAs(page, 'Bo Chen')
    const { tube, box } = await fillBox(page, 'V'.repeat(150))
    await page.goto(`/storage/${box.id}/edit`)
    await page.getByLabel('Nominal temperature').fill('-80')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToFit(page.getByText(`${box.alias} saved`))

    await postAs(page, '/samples/update', { id: tube.id, name: 'V'.repeat(150), version: tube.version })
    await page.goto(`/samples/${tube.id}`)
    await page.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectToFit(page.getByText(`${'V'.repeat(150)} deleted`, { exact: true }))
  })

  test('the page of a freezer fits, and so do forms, the list of its samples and the plan to empty it', async ({
    page,
  }) => {
    await openAs(page, 'Bo Chen')
    const { tube, box } = await fillBox(page, 'Y'.repeat(150))
    await page.goto(`/storage/${box.parentID}/enhanced`)
    await expect(page.getByRole('button', { name: `Open ${box.alias}` })).toBeVisible()
    await expectFit(page)
    for (const address of [
      `/storage/create?parentId=${box.parentID}`,
      `/storage/${box.id}/edit`,
      `/samples/${tube.id}/edit`,
      `/samples?storageId=${box.id}`,
      `/moves/new?goal=evacuate&storageId=${box.parentID}`,
    ]) {
      await page.goto(address)
      const shown = page.getByText(box.alias).or(page.getByRole('link', { name: 'Cancel' }))
      await expect(shown.first()).toBeVisible()
      await expectFit(page)
    }
    await test.step('the storage among the filters', async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`/samples?storageId=${box.id}`)
      await page.getByRole('button', { name: /^More filters/ }).click()
      await expect(page.getByRole('combobox', { name: 'In this storage, with all below it' })).toBeVisible()
      await expectFit(page)
    })
  })

  test('stock-takes, moves, pick lists and the dashboard fit, whatever a freezer is called', async ({
    page,
  }) => {
    await openAs(page, 'Bo Chen')
    const { tube, box } = await fillBox(page, 'Z'.repeat(150))
    const name = 'Z'.repeat(100)
    await warmFreezer(page, freshName('Z'.repeat(140)))
    const { stockTake } = await postAs(page, '/stock-takes/start', { storageId: box.id })
    const { pickList } = await postAs(page, '/picks/create', { name, sampleIds: [tube.id] })
    const { move } = await postAs(page, '/moves/start', { goal: 'evacuate', storageIds: [box.parentID] })
    for (const address of [
      `/stock-takes/${stockTake.id}`,
      `/stock-takes/${stockTake.id}?box=${box.id}`,
      `/stock-takes/${stockTake.id}/differences`,
      '/stock-takes',
      `/picks/${pickList.id}`,
      '/picks',
      `/moves/${move.id}`,
      '/moves',
      '/freezer-work',
      '/dashboard',
    ]) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(address)
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        await expect(page.getByText('Z'.repeat(60)).first()).toBeVisible()
        await expectFit(page)
      }
    }
    await test.step('the pick list on paper', async () => {
      await page.setViewportSize({ width: 718, height: 1000 })
      await page.goto(`/picks/${pickList.id}`)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
      await expect(page.getByRole('article').getByRole('heading', { level: 1, name })).toBeVisible()
      await expectFit(page)
    })
    await postAs(page, '/moves/close', { moveId: move.id })
    await postAs(page, '/stock-takes/cancel', { id: stockTake.id })
  })
})

for (const { width, name } of [
  { width: 1280, name: 'EDTA-Plasma Lund A 2026, second visit, box 12' },
  { width: 1280, name: 'V'.repeat(150) },
  { width: 390, name: 'V'.repeat(150) },
]) {
  test(`at ${width} pixels Who has what shows the buttons of a tube in ${name.slice(0, 20)}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await openAs(page, 'Bo Chen')
    const prefix = freshName(`BTN${width}${name.length}`)
    const { tubes } = await registerTubes(page, freshName(`Tubes of ${width} ${name}`), 1, prefix)
    const [tube] = tubes
    const renamed = `${name} ${prefix}`
    await postAs(page, '/samples/update', { id: tube.id, name: renamed, version: tube.version })
    const size = { numberRows: 2, numberColumns: 2 }
    const inRoom = freshName(`Ultra-low freezer 3 in room 2.131, ${width} ${name}`)
    const freezer = await addStorage(page, inRoom, 'FREEZER', size)
    const box = await addStorage(page, name, 'BOX', { parentID: freezer.id, ...size })
    const cell = { storageId: box.id, rowCoordinate: 1, columnCoordinate: 1 }
    await postAs(page, '/samples/associate', { sampleId: tube.id, ...cell })
    const purpose = 'p-tau217 at C2N, second shipment'
    await postAs(page, '/custody/check-out', { identifiers: [tube.id], purpose, keepPlace: true })
    await page.goto('/custody?show=CHECKED_OUT')
    const button = page.getByRole('button', { name: `Return ${renamed}` })
    await expect(button).toBeVisible()
    const { x = 0, width: buttonWidth = 0 } = (await button.boundingBox()) ?? {}
    expect(x + buttonWidth).toBeLessThan(width)
  })
}

test.describe('a box of 50 × 50 cells', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('its longest labels do not overlap', async ({ page }) => {
    await openAs(page, 'Bo Chen')
    const axes = { rowPrefix: '9990', columnPrefix: '9990', numberRows: 50, numberColumns: 50 }
    const box = await addStorage(page, 'Long labels', 'BOX', axes)
    await page.goto(`/storage/${box.id}/enhanced`)
    for (const role of ['columnheader', 'rowheader'] as const) {
      const label = page.getByRole(role, { name: '10000', exact: true })
      await expect.poll(() => label.evaluate(exceedsItsPlace), role).toBe(false)
    }
  })
})

/** Whether a text is wider than its element. */
function exceedsItsPlace(element: HTMLElement | SVGElement): boolean {
  const text = document.createRange()
  text.selectNodeContents(element)
  return text.getBoundingClientRect().width > element.getBoundingClientRect().width
}

/** A notice comes from beside the page: its place is not settled yet, its width is. */
const expectToFit = (notice: Locator) =>
  expect.poll(async () => (await notice.boundingBox())?.width).toBeLessThan(390)
