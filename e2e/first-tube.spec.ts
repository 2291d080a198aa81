import { expect, type Locator, type Page, test } from '@playwright/test'
import { freshName } from './lab-api.ts'
import { downloadLabel, scanOnlyLabel } from './printed-label.ts'
import { signIn } from './sign-in.ts'

test('BATCHF-12, BATCHF-15, ERR-18, SAMPD-26, RECV-01, RECV-03, RECV-04, RECV-05 from a new patient batch to a received tube', async ({
  page,
}) => {
  await signIn(page, 'Ada Lindqvist')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Lindqvist')

  const name = freshName('Nordic study 4')
  await test.step('register a batch of 3 patients', () => createPatientBatch(page, name))

  await test.step('its 30 samples are listed', async () => {
    await page.getByRole('link', { name, exact: true }).click()
    const names = await everyRowOf(page, page.getByRole('link', { name: /^NB-P/ }))
    expect(new Set(names).size).toBe(30)
    expect(names.filter((name) => name.startsWith('NB-P003-'))).toHaveLength(10)
  })

  const id = await test.step('open one of them', async () => {
    await page
      .getByRole('link', { name: /^NB-P003-/ })
      .first()
      .click()
    await page.waitForURL(/\/samples\/[0-9a-f-]{36}$/)
    return page.url().split('/').at(-1) ?? ''
  })

  const code = await test.step('its label scans', async () => {
    await page.getByRole('button', { name: 'Generate Label' }).click()
    await expect(page.getByRole('img', { name: 'The label as it will print' })).toBeVisible()
    const { name, zpl } = await downloadLabel(page)
    expect(name).toMatch(new RegExp(`^${id}-\\d{4}-\\d{2}-\\d{2}T.+\\.zpl$`))
    return scanOnlyLabel(zpl)
  })
  expect(code).toMatchObject({ text: id.toUpperCase(), format: 'QRCode', ecLevel: 'Q' })

  await test.step('receive it by its code', async () => {
    await page.getByRole('link', { name: 'Receive', exact: true }).click()
    const field = page.getByRole('textbox', { name: /identifier/i })
    await expect(field).toBeFocused()
    await page.keyboard.type(code.text)
    await page.keyboard.press('Enter')

    const last = page.getByRole('status').filter({ hasText: 'Last Received Sample' })
    await expect(last).toContainText(id)
    await expect(last).toContainText('RECEIVED')
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
  })

  await test.step('the history says who and when', async () => {
    await page.goto(`/samples/${id}`)
    const event = page
      .getByRole('listitem')
      .filter({ hasText: 'RECEIVED' })
      .filter({ hasText: 'Ada Lindqvist' })
    await expect(event).toBeVisible()
    const at = await event.locator('time').getAttribute('datetime')
    expect(Math.abs(Date.now() - Date.parse(at ?? ''))).toBeLessThan(60_000)
  })
})

async function createPatientBatch(page: Page, name: string) {
  await page.getByRole('link', { name: 'Batches', exact: true }).click()
  // The dashboard, which stays until the page has come, has 'Create patient batch'.
  await page.getByRole('link', { name: 'Create Patient Batch', exact: true }).click()
  await page.getByLabel('Batch Name').fill(name)
  await page.getByLabel('Description').fill('Baseline visits')
  await page.getByLabel('Number of Patients').fill('3')
  await page.getByLabel('Sample Prefix').fill('NB')
  await expect(page.getByLabel('Summary')).toContainText('30')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Patient batch created')).toBeVisible()
  await expect(page.getByText('Created 30 samples for 3 patients')).toBeVisible()
}

/** The texts of a list that renders only the rows in sight: read while it is scrolled to its end. */
async function everyRowOf(page: Page, rows: Locator): Promise<string[]> {
  const list = page.locator('.ant-table-tbody-virtual-holder')
  const texts = new Set<string>()
  await rows.first().hover()
  await expect
    .poll(
      async () => {
        for (const text of await rows.allTextContents()) texts.add(text)
        await page.mouse.wheel(0, 300)
        return list.evaluate(
          ({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - clientHeight - scrollTop,
        )
      },
      { intervals: [100] },
    )
    .toBeLessThan(1)
  for (const text of await rows.allTextContents()) texts.add(text)
  return [...texts]
}
