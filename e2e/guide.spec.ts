import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { storageCode } from '../contract/storage-code.ts'
import { followGuide } from './follow-guide.ts'
import { addStorage, freshName, getAs, postAs, registerTubes, uniqueName } from './lab-api.ts'
import { registerBatch, test } from './printed-batch.ts'
import { scan } from './scan.ts'

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
const menu = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()

async function openDashboard(page: Page) {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('Register a study', async ({ page }) => {
  await openDashboard(page)
  const name = freshName('Guided study')
  await followGuide(page, 'register-a-study', [
    async () => {
      await menu(page, 'Batches')
      // The dashboard, which stays until the page has come, has 'Create patient batch'.
      await page.getByRole('link', { name: 'Create Patient Batch', exact: true }).click()
    },
    async () => {
      await page.getByLabel('Batch Name').fill(name)
      await page.getByLabel('Description').fill('Baseline visits')
      await page.getByLabel('Number of Patients').fill('2')
    },
    () => page.getByLabel('DBS').fill('3'),
    () => expect(page.getByLabel('Summary')).toContainText('22'),
    async () => {
      await button('Create')(page)
      // Other journeys add batches at the same time, above it.
      await expect(page.getByRole('row').getByRole('link', { name, exact: true })).toBeVisible()
    },
  ])
})

test('Print its labels', async ({ page, agent }) => {
  const { batchId, ids } = await registerBatch(page, 4)
  await page.goto(`/batches/${batchId}`)
  await followGuide(page, 'print-its-labels', [
    button('Print Batch Labels'),
    () => expect(page.getByText('Printer ready')).toBeVisible(),
    button('Start Printing'),
    () => expect(page.getByText('Batch print completed')).toBeVisible(),
    button('Done'),
  ])
  expect(agent.labels()).toHaveLength(ids.length)
})

test('Receive a delivery', async ({ page }) => {
  await openDashboard(page)
  const tubes = await register(page, 2)
  await followGuide(page, 'receive-a-delivery', [
    () => menu(page, 'Receive'),
    () => scan(page, tubes[0]?.alias ?? ''),
    async () => {
      await scan(page, tubes[1]?.alias ?? '')
      await expect(page.getByText('2 received · 0 refused')).toBeVisible()
    },
    async () => {
      await button('Undo')(page)
      await expect(page.getByRole('heading', { name: 'Receipt undone', exact: true })).toBeVisible()
    },
  ])
})

test('Set up a freezer', async ({ page }) => {
  await openDashboard(page)
  const alias = freshName('Freezer of the guide')
  const choose = async (label: string, option: string) => {
    await page.getByLabel(label).click()
    await page.getByTitle(option, { exact: true }).last().click()
  }
  const addSeveral = async (type: string, count: number, columns: number) => {
    await button('Add several…')(page)
    await choose('Type', type)
    await page.getByLabel('How many').fill(`${count}`)
    await page.getByLabel('Columns', { exact: true }).fill(`${columns}`)
    await button(new RegExp(`^Create ${count} `))(page)
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const open = async (name: string) => {
    await page.getByRole('gridcell', { name: new RegExp(`^A1, .*${name}`) }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  }
  const copy = async (count: number, result: string) => {
    await button('Copy…')(page)
    await page.getByLabel('How many').fill(`${count}`)
    await expect(page.getByRole('dialog').getByRole('status')).toContainText(result)
    await button(/^Create/)(page)
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await followGuide(page, 'set-up-a-freezer', [
    async (_, untilSeen) => {
      await menu(page, 'Storage')
      await untilSeen('Create Storage')
      await page.getByRole('link', { name: 'Create Storage', exact: true }).click()
      await page.getByLabel('Alias').fill(alias)
      await choose('Type', 'Freezer')
      await choose('Parent ID', 'None (top level)')
      await untilSeen('None (top level)')
      await page.getByLabel('Rows', { exact: true }).fill('3')
      await button('Create')(page)
    },
    async () => {
      await page.getByLabel('Search by name').fill(alias)
      await expect(page).toHaveURL(/query=/)
      await page.getByRole('main').getByRole('link', { name: alias, exact: true }).click()
      // The list, which stays until the page has come, has 'Add several…' too.
      await expect(page.getByRole('heading', { level: 1, name: alias, exact: true })).toBeVisible()
      await addSeveral('Shelf', 1, 2)
    },
    async () => {
      await open('Shelf 1')
      await addSeveral('Rack', 1, 4)
    },
    async () => {
      await open('Rack 1')
      await addSeveral('Box', 4, 9)
      await expect(page.getByRole('gridcell', { name: /^D1, .*Box 4/ })).toBeVisible()
    },
    () => copy(1, '1 rack with 4 boxes'),
    async () => {
      await page.getByRole('link', { name: 'Shelf 1' }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: 'Shelf 1', exact: true })).toBeVisible()
      await copy(2, '2 shelves with 4 racks and 16 boxes')
    },
  ])
})

test('Place a rack of tubes', async ({ page }) => {
  await openDashboard(page)
  const [tube] = await register(page, 1)
  // The first of the list, whatever boxes other journeys make.
  const alias = freshName('0 Guided box')
  await addStorage(page, alias, 'BOX')
  await followGuide(page, 'place-a-rack', [
    async () => {
      await menu(page, 'Storage')
      await page.getByRole('link', { name: alias, exact: true }).click()
    },
    button('Scan in'),
    async () => {
      await expect(page.getByLabel('Scan the tube')).toBeFocused()
      await scan(page, tube?.alias ?? '')
      await expect(page.getByText('1 placed')).toBeVisible()
    },
    button('Stop scanning in'),
  ])
  await expect(page.getByRole('gridcell', { name: new RegExp(`^A1, .*${tube?.alias}`) })).toBeVisible()
})

test('Find and fetch tubes', async ({ page }) => {
  await openDashboard(page)
  const tubes = await register(page, 3)
  const [first] = tubes
  await followGuide(page, 'find-and-fetch-tubes', [
    async () => {
      await page.keyboard.press('/')
      await page.keyboard.type(first?.name.slice(0, -1) ?? '')
    },
    async () => {
      await page
        .getByRole('option', { name: new RegExp(first?.name ?? '') })
        .first()
        .click()
      await expect(page).toHaveURL(`/samples/${first?.id}`)
    },
    async () => {
      await menu(page, 'Samples')
      await button('Select from a list of codes…')(page)
    },
    async () => {
      await page
        .getByRole('dialog')
        .getByRole('textbox')
        .fill(tubes.map(({ alias }) => alias).join('\n'))
      await button('Find samples')(page)
    },
    async () => {
      await button('Select 3 samples')(page)
      await expect(page.getByText('3 chosen')).toBeVisible()
    },
  ])
})

test('Work at the freezer', async ({ page }) => {
  await openDashboard(page)
  const { freezer, box, tubes } = await fillFreezer(page)
  const [returned, first, second] = tubes.map(({ alias }) => alias) as [string, string, string]
  const openFreezerWork = async (title: string) => {
    await menu(page, 'Freezer work')
    await page.getByRole('link', { name: new RegExp(`^${title}`) }).click()
  }
  const scanInto = async (field: string | RegExp, code: string) => {
    await page.getByRole('textbox', { name: field }).fill(code)
    await page.keyboard.press('Enter')
  }

  let target = ''
  await followGuide(page, 'work-at-the-freezer', [
    () => openFreezerWork('Check out and return'),
    async () => {
      await page.getByLabel('Purpose, kept for this session').fill('ELISA, plate 14')
      await scanInto('Scan or enter identifier', returned)
      await expect(page.getByText('1 checked out · 0 returned')).toBeVisible()
    },
    async () => {
      await page.getByText('Return', { exact: true }).first().click()
      await scanInto('Scan or enter identifier', returned)
      await expect(page.getByText('1 checked out · 1 returned')).toBeVisible()
    },
    async () => {
      await scanInto('Scan or enter identifier', storageCode(box))
      await expect(page.getByText('returned and put away')).toBeVisible()
    },

    async () => {
      await openFreezerWork('Pick lists')
      await button('New pick list…')(page)
    },
    async () => {
      await page.getByRole('textbox', { name: /^Tube IDs/ }).fill([first, second].join('\n'))
      await button('Find samples')(page)
      await expect(page.getByRole('button', { name: 'Select 2 samples' })).toBeVisible()
    },
    async () => {
      await button('Select 2 samples')(page)
      await page
        .getByRole('dialog', { name: 'Pick list of 2 samples' })
        .getByLabel('Name')
        .fill(`Picked from ${freezer.name}`)
    },
    async () => {
      await button('Create pick list')(page)
      await expect(page.getByText('0 of 2').first()).toBeVisible()
    },
    async (_, untilSeen) => {
      await scanInto(/^Scan T/, first)
      await expect(page.getByText('1 of 2')).toBeVisible()
      await untilSeen('It is not here')
      await scanInto(/^Scan T/, second)
      await expect(page.getByText('2 of 2')).toBeVisible()
    },
    async () => {
      await button('Close list…')(page)
      await button('Close list')(page)
      await expect(page.getByText(/^2 picked\./)).toBeVisible()
    },

    async () => {
      await openFreezerWork('Stock-takes')
      await page.getByRole('combobox', { name: 'What to count' }).fill(freezer.name)
      await page.getByTitle(freezer.name, { exact: true }).last().click()
      await button('Start stock-take')(page)
      await expect(
        page.getByRole('heading', { level: 1, name: `Stock-take of ${freezer.name}`, exact: true }),
      ).toBeVisible()
    },
    async () => {
      await scanInto('Scan the label of a box', storageCode(box))
      await scanInto('Scan the tubes', returned)
      await expect(page.getByRole('list', { name: 'Last scans' })).toContainText(`✓${returned}A1`)
    },
    button('Finish Box 1'),
    async (_, untilSeen) => {
      await untilSeen('Review 1 difference')
      await page.getByRole('link', { name: 'Review 1 difference' }).click()
      await page.getByRole('checkbox', { name: '1 missing' }).check()
    },
    async () => {
      await button('Accept 1 difference and finish')(page)
      await expect(
        page.getByRole('region', { name: `The stock-take of ${freezer.name} is finished` }),
      ).toBeVisible()
    },

    async () => {
      await openFreezerWork('Evacuate and consolidate')
      await page.getByRole('link', { name: 'New plan' }).click()
    },
    async () => {
      await page.getByRole('combobox', { name: 'Freezer or storage' }).fill(freezer.name)
      await page.getByTitle(freezer.name, { exact: true }).last().click()
    },
    async () => {
      await button('Start moving')(page)
      await expect(page.getByText('0 of 1 box moved')).toBeVisible()
    },
    async () => {
      const { move } = await getAs(page, '/moves/get', { id: page.url().split('/').at(-1) ?? '' })
      await scanInto('Scan the box', storageCode(box))
      target = move.steps[0].to.code
    },
    async () => {
      await scanInto(/^Scan the new place/, target)
      await expect(page.getByText('1 of 1 box moved')).toBeVisible()
    },
  ])
})

test('Correct a mistake', async ({ page }) => {
  const [tube] = await register(page, 1)
  const row = page.getByRole('row').filter({ hasText: tube?.name ?? '' })
  await postAs(page, '/samples/receive', { identifier: tube?.id })
  await page.goto(`/samples/${tube?.id}`)
  await button('Update')(page)
  await page.getByRole('radio', { name: /PROCESSED/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click()
  await followGuide(page, 'correct-a-mistake', [
    async () => {
      await page.getByRole('region').getByRole('button', { name: 'Undo' }).waitFor()
      await page.keyboard.press('Control+z')
      await expect(page.getByText('PROCESSED was undone')).toBeVisible()
    },
    async () => {
      await page.getByRole('listitem').getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('RECEIVED was undone')).toBeVisible()
      await postAs(page, `/samples/delete?id=${tube?.id}`, {})
    },
    async () => {
      await page.getByLabel(/^Account of/).click()
      await page.getByText('Recently deleted').click()
      // Its button goes with the click on it, and may be the only one with that name.
      await row.waitFor()
    },
    async () => {
      await row.getByRole('button', { name: /^Restore/ }).click()
      await expect(() => getAs(page, '/samples/get', { id: tube?.id ?? '' })).toPass()
    },
  ])
})

test('Import and export', async ({ page }) => {
  const { batchId } = await registerBatch(page, 1)
  await page.goto(`/batches/${batchId}`)
  await followGuide(page, 'import-and-export', [
    () => page.getByRole('link', { name: 'Import Samples' }).click(),
    () =>
      page.locator('input[type=file]').setInputFiles({
        name: 'partner.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Name;Type;Volume (mL)\nP-1;Plasma;1,5\nP-2;Plasma;0,25\n'),
      }),
    async () => {
      await button('Check')(page)
      await expect(page.getByRole('button', { name: 'Import 2 samples' })).toBeVisible()
    },
    async () => {
      await button('Import 2 samples')(page)
      await expect(page.getByRole('link', { name: 'Open the batch' })).toBeVisible()
    },
    async () => {
      await page.getByRole('link', { name: 'Open the batch' }).click()
      await expect(page.getByRole('link', { name: 'P-2', exact: true })).toBeVisible()
    },
    async () => {
      await page.goto('/samples?query=P-2')
      await page.getByRole('button', { name: 'Export' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: /CSV/ }).click()
      expect(await readFile(await (await download).path(), 'utf8')).toContain('P-2')
    },
  ])
})

test('Connect the data repository', async ({ page }) => {
  await openDashboard(page)
  await followGuide(page, 'connect-the-data-repository', [
    () => expect(page.getByText('Sync Status').first()).toBeVisible(),
    async () => {
      await button('Trigger Scan')(page)
      await button('Proceed')(page)
    },
    () => expect(page.getByText('No scan yet')).toHaveCount(0),
  ])
})

/** Tubes whose names no other journey uses. */
async function register(page: Page, numSamples: number) {
  const prefix = `G${Date.now()}-${test.info().parallelIndex}`
  return (await registerTubes(page, prefix, numSamples, prefix)).tubes
}

/** A freezer with four tubes in one box, and another freezer with a free cell. */
async function fillFreezer(page: Page) {
  const name = uniqueName('Guided freezer')
  const rackIn = async (alias: string) => {
    const freezer = await addStorage(page, alias, 'FREEZER')
    return addStorage(page, 'Rack A', 'RACK', { parentID: freezer.id })
  }
  await rackIn(name.replace('Guided', 'Spare'))
  const { id: box } = await addStorage(page, 'Box 1', 'BOX', { parentID: (await rackIn(name)).id })
  const tubes = await register(page, 4)
  const moves = tubes.map(({ id }, index) => ({
    sampleId: id,
    storageId: box,
    rowCoordinate: 1,
    columnCoordinate: index + 1,
  }))
  await postAs(page, '/samples/arrange', { moves })
  return { freezer: { name }, box, tubes }
}
