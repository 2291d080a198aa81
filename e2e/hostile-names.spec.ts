import { expect, type Page, test } from '@playwright/test'
import { asComposed } from '../contract/text.ts'
import { freshName, getAs } from './lab-api.ts'
import { downloadLabel, scanOnlyLabel } from './printed-label.ts'
import { openAs } from './sign-in.ts'

/** So short that a prefix of samples may hold them, also when the journey is repeated. */
const hostileNames = [
  `O'Brien "the 2nd" \`x\` \\'; DROP TABLE sample; --`,
  '<script>hit=1</script><img src=x onerror=hit=1>',
  '^XZ~JA^XA^FO0,0^GB500,500,500^FS~JR^IDR:*.*',
  'Tube 🧪👩‍🔬 日本 Zürich',
  'Plan \u202egnisrever\u202c \u200fright\u200e to left',
  '=1+1 {{7*7}} %s %00 &lt;b&gt;',
]

test('hostile names change nothing but their own text, from batch to label', async ({ page }) => {
  page.on('dialog', (dialog) => {
    throw new Error(`The page was made to say '${dialog.message()}'`)
  })
  await openAs(page, 'Bo Chen')
  const plainCommands = commandsOf(
    await labelOfOnlySample(page, await createBatch(page, freshName('Plain name'))),
  )

  const names = hostileNames.map(freshName)
  for (const name of names) {
    await test.step(name, async () => {
      const batchId = await createBatch(page, name)
      const seen = asComposed(name)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(seen, { useInnerText: false })

      const zpl = await labelOfOnlySample(page, batchId)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`${seen}-P001-EDTA-1`)
      expect(commandsOf(zpl)).toEqual(plainCommands)
      const { text } = await scanOnlyLabel(zpl)
      expect(text).toBe(page.url().split('/').at(-1)?.toUpperCase())
      expect(await page.evaluate(() => 'hit' in window)).toBe(false)
    })
  }

  // Other journeys create batches at the same time: the whole list has no count to rely on, a search by name has.
  for (const name of names.map(asComposed)) {
    const { batches, totalBatches } = await getAs(page, '/batches/search', { query: name })
    // When the journey is repeated, a search finds those of the later runs too.
    const found = batches.map((batch: { name: string }) => batch.name)
    expect(found).toContain(name)
    expect(found.filter((one: string) => !one.startsWith(name))).toEqual([])
    expect(totalBatches).toBe(found.length)
  }
})

/** Creates a batch with the name in every field that takes one. Returns its id and stays on its page. */
async function createBatch(page: Page, name: string): Promise<string> {
  await page.goto('/batches/create-patient')
  await page.getByLabel('Batch Name').fill(name)
  await page.getByLabel('Description').fill(name)
  await page.getByLabel('Number of Patients').fill('1')
  await page.getByLabel('Sample Prefix').fill(name)
  await page.getByLabel('Site ID').fill(name)
  for (const tubeType of ['S-cfDNA', 'S-pp', 'DBS'])
    await page.getByLabel(tubeType, { exact: true }).fill('0')
  await page.getByLabel('EDTA', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/batches\?page=1/)

  await page
    .getByRole('link', { name: asComposed(name), exact: true })
    .first()
    .click()
  await page.waitForURL(/\/batches\/[0-9a-f-]{36}$/)
  return page.url().split('/').at(-1) ?? ''
}

async function labelOfOnlySample(page: Page, batchId: string): Promise<string> {
  const { samples } = await getAs(page, '/samples/search', { batchId })
  expect(samples).toHaveLength(1)
  await page.locator(`a[href='/samples/${samples[0].id}']`).first().click()
  return (await downloadLabel(page)).zpl
}

/** Every command of a label, in order, without what it says. */
const commandsOf = (zpl: string) => zpl.match(/[\^~][A-Z][A-Z0-9@]/g)
