import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectFit } from './expect-fit.ts'
import { expectNoViolation, violationsOf } from './expect-no-violation.ts'
import { addStorage, freshName, getAs, postAs } from './lab-api.ts'
import { openAs } from './sign-in.ts'

const publicPages = ['/', '/auth/login', '/auth/not-authenticated', '/no/such/page']

/** A freezer that holds a box that holds a sample of a batch. */
type Lab = { batchId: string; sampleId: string; freezerId: number; boxId: number }

const listsAndForms = () => [
  '/dashboard',
  '/samples',
  '/samples/create',
  '/samples/import',
  '/receive',
  '/custody?show=RESERVED',
  '/batches',
  '/batches/create',
  '/batches/create-patient',
  '/storage',
  '/storage/create',
  '/recently-deleted',
  '/freezer-work',
  '/guide',
]

const detailsOf = ({ batchId, sampleId, freezerId, boxId }: Lab) => [
  `/samples/${sampleId}/edit`,
  `/batches/${batchId}`,
  `/batches/${batchId}/edit`,
  `/storage/${freezerId}`,
  `/storage/${freezerId}/enhanced`,
  `/storage/${boxId}/enhanced`,
  `/storage/${boxId}/edit`,
]

test('axe finds what is planted: a picture without a text, and a text that is too faint', async ({
  page,
}) => {
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    const faint = Object.assign(document.createElement('p'), { textContent: 'Faint' })
    faint.style.color = '#ddd'
    document.querySelector('h1')?.after(document.createElement('img'), faint)
  })
  const found = (await violationsOf(page)).map(({ id }) => id)
  expect(found.toSorted()).toEqual(['color-contrast', 'image-alt'])
})

test('axe finds nothing, and a phone shows all, on the public pages', async ({ page }) => {
  await inspectEach(page, publicPages)
})

test('axe finds nothing, and a phone shows all, on lists and forms', async ({ page }) => {
  await openAs(page, 'Ada Lindqvist')
  const { sampleId } = await arrangeLab(page, freshName('Lists'))
  const reserved = { name: freshName('Reserved'), purpose: 'Shipment to C2N', sampleIds: [sampleId] }
  await postAs(page, '/picks/create', reserved)
  await inspectEach(page, listsAndForms())
})

test('axe finds nothing, and a phone shows all, on the details', async ({ page }) => {
  await openAs(page, 'Ada Lindqvist')
  const lab = await arrangeLab(page, freshName('Details'))
  await inspectEach(page, detailsOf(lab))

  const { samples } = await postAs(page, '/samples/add-child', {
    parentSampleId: lab.sampleId,
    count: 1,
    type: 'PLASMA',
  })
  const childId = samples[0].id
  const cell = { storageId: lab.boxId, rowCoordinate: 1, columnCoordinate: 3 }
  await postAs(page, '/samples/associate', { sampleId: childId, ...cell })
  await postAs(page, '/picks/create', { name: freshName('Picked'), purpose: '', sampleIds: [childId] })
  await page.goto(`/samples/${childId}`)
  await expect(page.getByText('Derived from')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Changes of custody' })).toBeVisible()
  await expectNoViolationOn(page)

  await page.goto(`/samples/${lab.sampleId}`)
  await page.getByRole('button', { name: 'Generate Label' }).click()
  await expect(page.getByRole('img', { name: /label/i })).toBeVisible()
  await expectNoViolationOn(page)
  await expectFitsPhone(page)
})

test('axe finds nothing, and a phone shows all, in the dialogs', async ({ page }) => {
  await openAs(page, 'Ada Lindqvist')
  const { batchId, sampleId } = await arrangeLab(page, freshName('Dialogs'))
  const dialogs: [address: string, button: string][] = [
    ['/dashboard', 'Data Overview'],
    ['/dashboard', 'Sync Status'],
    ['/dashboard', 'Trigger Scan'],
    [`/samples/${sampleId}`, 'Update'],
    [`/samples/${sampleId}`, 'Create Children'],
    [`/samples/${sampleId}`, 'Update Location'],
    [`/samples/${sampleId}`, 'Printer check'],
    [`/batches/${batchId}`, 'Print Batch Labels'],
    ['/receive', 'Scan with the camera'],
    ['/batches?query=Dialogs', `Delete ${freshName('Dialogs')}`],
    ['/storage?query=Dialogs', `Delete ${freshName('Dialogs')}, freezer`],
  ]
  let open = ''
  for (const [address, button] of dialogs) {
    await test.step(button, async () => {
      if (address !== open) await page.goto(address)
      open = address
      await page.getByRole('button', { name: button, exact: true }).first().click()
      await inspectDialog(page, page.getByRole('dialog'))
    })
  }
  await test.step('Keyboard shortcuts', async () => {
    await page.keyboard.press('?')
    await inspectDialog(page, page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  })
})

test('a screen reader reads each cell of the long lists in its row, under its heading', async ({ page }) => {
  await openAs(page, 'Ada Lindqvist')
  const { batchId, sampleId } = await arrangeLab(page, freshName('Cells'))
  const lists: [address: string, label: string, row: RegExp][] = [
    [`/samples?batchId=${batchId}`, 'List of samples', /PLASMA/],
    [`/audit?entityId=${sampleId}`, 'Events', /Ada Lindqvist/],
  ]
  for (const [address, label, name] of lists) {
    await page.goto(address)
    const table = page.getByRole('table', { name: label })
    const row = table.getByRole('row', { name }).last()
    await expect(row).toBeVisible()
    const headings = await table.getByRole('columnheader').count()
    await expect(row.getByRole('cell')).toHaveCount(headings)
  }
})

/** Unlike a page, an open menu needs no landmark around it. */
const outsideLandmarks = { rules: { region: { enabled: false } } }

test('axe finds nothing in the menus, those of the dark bar of chosen samples too', async ({ page }) => {
  await openAs(page, 'Ada Lindqvist')
  const { batchId } = await arrangeLab(page, freshName('Menus'))
  await page.goto(`/samples?batchId=${batchId}`)
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .first()
    .click()
  for (const button of ['Export', 'Export chosen', 'More actions', 'Account of Ada Lindqvist']) {
    await test.step(button, async () => {
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByRole('menu').filter({ visible: true }).last()).toBeVisible()
      await expectNoViolation(page, `the menu ${button}`, outsideLandmarks)
      await page.keyboard.press('Escape')
    })
  }
})

async function arrangeLab(page: Page, name: string): Promise<Lab> {
  const { batch } = await postAs(page, '/batches/add-patient', {
    name,
    description: 'Two kits',
    numPatients: 2,
    tubeTypes: [{ tubeType: 'EDTA', count: 2 }],
  })
  const { samples } = await getAs(page, '/samples/search', { batchId: batch.id, pageSize: '1' })
  const grid = { numberRows: 4, numberColumns: 4 }
  const freezer = await addStorage(page, `${name}, freezer`, 'FREEZER', grid)
  const box = await addStorage(page, `${name}, box`, 'BOX', { parentID: freezer.id, ...grid })
  const sampleId = samples[0].id
  const cell = { storageId: box.id, rowCoordinate: 1, columnCoordinate: 2 }
  await postAs(page, '/samples/associate', { sampleId, ...cell })
  return { batchId: batch.id, sampleId, freezerId: freezer.id, boxId: box.id }
}

/** Closes it again, and waits until the page behind it may be used. */
async function inspectDialog(page: Page, dialog: Locator) {
  await expect(dialog).toBeVisible()
  await expectNoViolationOn(page)
  await expectFitsPhone(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function inspectEach(page: Page, addresses: readonly string[]) {
  for (const address of addresses) {
    await test.step(address, async () => {
      await page.goto(address)
      await expectNoViolationOn(page)
      await expectFitsPhone(page)
    })
  }
}

async function expectNoViolationOn(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoViolation(page)
}

/** The narrowest phone. */
async function expectFitsPhone(page: Page) {
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 360, height: 740 })
  await expectFit(page)
  await page.setViewportSize(before)
}

test('menus, choices and dialogs have an edge in forced colours, in which no shadow is drawn', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await openAs(page, 'Ada Lindqvist')
  await page.goto('/samples')
  const expectEdge = (surface: string) =>
    expect(page.locator(surface).filter({ visible: true })).toHaveCSS('border-top-style', 'solid')

  await page.getByRole('button', { name: 'Export' }).click()
  await expectEdge('.ant-dropdown-menu')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await expectEdge('.ant-select-dropdown')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Select from a list of codes/ }).click()
  await expectEdge('.ant-modal-container')
})
