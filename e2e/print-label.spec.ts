import { expect, type Page } from '@playwright/test'
import type { Faults } from '../tools/print-agent/faults.ts'
import { getAs, registerTubes, uniqueName } from './lab-api.ts'
import { scanOnlyLabel } from './printed-label.ts'
import { openAs } from './sign-in.ts'
import { test } from './with-print-agent.ts'

const sent = 'Label sent to a ZD611 (300 dpi) label printer'

test('SAMPD-25, PRINT-02, ERR-42 a label is printed through the agent, and again only for a reason', async ({
  page,
  agent,
}) => {
  await openAs(page, 'Ada Lindqvist')
  const [id = ''] = await addTubes(page, 1)
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await page.goto(`/samples/${id}`)
  await expect(page.getByText('Not printed yet.')).toBeVisible()

  await test.step('what comes out scans', async () => {
    await page.getByRole('button', { name: 'Print Label' }).click()
    await expect(page.getByText(sent)).toBeVisible()
    expect(agent.labels()).toHaveLength(1)
    const code = await scanOnlyLabel(agent.labels()[0] ?? '')
    expect(code).toMatchObject({ text: id.toUpperCase(), format: 'QRCode', ecLevel: 'Q' })
    expect(requestedPaths).toContain('/write')
  })

  await test.step('the sample says when, and asks why it is printed again', async () => {
    await expect(page.getByText(/^Printed once, last \d/)).toBeVisible()
    await page.getByRole('button', { name: 'Print Label' }).click()
    await page.getByRole('button', { name: 'Print again' }).click()
    await expect(page.getByText('Please say why')).toBeVisible()
    await page.getByRole('button', { name: 'The label is damaged' }).click()
    await page.getByRole('button', { name: 'Print again' }).click()

    await expect(page.getByText(/^Printed 2 times, last \d/)).toBeVisible()
    expect(agent.labels()).toHaveLength(2)
    await page.getByText(/^Printed 2 times/).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'The label is damaged' })).toContainText(
      'Ada Lindqvist',
    )
  })
})

const faults: [string, Partial<Faults>, string, string, number][] = [
  ['ERR-29 no agent', { agent: 'gone' }, 'Browser Print not installed or not running', 'Not printed yet.', 0],
  [
    'ERR-28 another program on its address',
    { agent: 'html' },
    'Print error: Incompatible Zebra Browser Print version. Please install v3+',
    'Not printed yet.',
    0,
  ],
  [
    'ERR-28 an old version',
    { version: 'old' },
    'Print error: Incompatible Zebra Browser Print version. Please install v3+',
    'Not printed yet.',
    0,
  ],
  [
    'ERR-31 no printer',
    { printer: 'unplugged' },
    'No Browser Print printer available',
    'Not printed yet.',
    0,
  ],
  [
    'ERR-44 a refusal',
    { failEvery: 1 },
    'The print agent refused the label: Failed to write to device',
    'Not printed yet.',
    0,
  ],
  [
    'a cut before the label was taken',
    { cutBeforeEvery: 1 },
    'The label may have been printed',
    'In doubt',
    0,
  ],
  [
    'a cut after the label was printed',
    { cutAfterEvery: 1 },
    'The label may have been printed',
    'In doubt',
    1,
  ],
  [
    'a paused printer',
    { printer: 'paused' },
    'Printer not available: The printer is paused. Press the Pause button on the printer.',
    'Not printed yet.',
    0,
  ],
  [
    'an open printer',
    { printer: 'head-open' },
    'Printer not available: The printer is open.',
    'Not printed yet.',
    0,
  ],
  [
    'no labels left',
    { printer: 'media-out' },
    'Printer not available: The printer is out of labels.',
    'Not printed yet.',
    0,
  ],
  ['a printer that says nothing', { printer: 'paused', isSilent: true }, sent, 'Printed once', 1],
  ['an agent that is slow', { slowMs: 3000 }, sent, 'Printed once', 1],
]

test('ERR-28, ERR-29, ERR-31, ERR-44 each fault of agent and printer is shown, and the state of the label is true', async ({
  page,
  agent,
}) => {
  await openAs(page, 'Bo Chen')
  const ids = await addTubes(page, faults.length)
  for (const [index, [name, fault, shownText, known, taken]] of faults.entries()) {
    await test.step(name, async () => {
      await page.goto(`/samples/${ids[index]}`)
      await expect(page.getByText('Not printed yet.')).toBeVisible()
      const before = agent.labels().length
      agent.setFaults(fault)
      await page.getByRole('button', { name: 'Print Label' }).click()
      await expect(
        page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: shownText }),
      ).toBeVisible()
      agent.setFaults()

      await expect(page.getByText(known).first()).toBeVisible()
      await expect.poll(() => statesOf(page, ids[index] ?? '')).toEqual(stateOf[known])
      expect(agent.labels().length - before).toBe(taken)
    })
  }
  for (const known of Object.keys(stateOf)) {
    await page.goto(`/samples/${ids[faults.findIndex((fault) => fault[3] === known)]}`)
    await expect(page.getByText(known).first()).toBeVisible()
  }
})

/** What the server knows when the page of a sample shows this of its label. */
const stateOf: Record<string, string[]> = {
  'Not printed yet.': [],
  'In doubt': ['unknown'],
  'Printed once': ['sent'],
}

async function statesOf(page: Page, sampleId: string): Promise<string[]> {
  const { prints } = await getAs(page, '/print-runs/of-sample', { sampleId })
  return prints.map(({ state }: { state: string }) => state)
}

const checks: [string, Partial<Faults>, string, string][] = [
  ['ERR-38 all well', {}, 'Printer ready', 'It is ready.'],
  [
    'ERR-34 no agent',
    { agent: 'gone' },
    'Printer agent not detected',
    'Start Zebra Browser Print on this computer',
  ],
  [
    'ERR-39 no printer',
    { printer: 'unplugged' },
    'Printer not available',
    'Connect the printer, switch it on',
  ],
  ['an old version', { version: 'old' }, 'Printer not available', 'Install the newest Zebra Browser Print'],
  ['paused', { printer: 'paused' }, 'Printer not available', 'Press the Pause button on the printer.'],
  ['open', { printer: 'head-open' }, 'Printer not available', 'Close its lid'],
  ['empty', { printer: 'media-out' }, 'Printer not available', 'Load a roll'],
  ['silent', { printer: 'media-out', isSilent: true }, 'Printer found', 'It does not report its status.'],
]

test('ERR-34, ERR-38, ERR-39, PRINT-16 the printer check names the trouble and its fix, and another printer is chosen in it', async ({
  page,
  agent,
}) => {
  await openAs(page, 'Chiara Rossi')
  const [id = ''] = await addTubes(page, 1)
  await page.goto(`/samples/${id}`)
  await page.getByRole('button', { name: 'Printer check' }).click()
  const dialog = page.getByRole('dialog', { name: 'Printer check' })
  for (const [name, fault, outcome, shownText] of checks) {
    await test.step(name, async () => {
      agent.setFaults(fault)
      await dialog.getByRole('button', { name: 'Check again' }).click()
      await expect(dialog.getByRole('status')).toHaveText(outcome)
      await expect(dialog.getByText(shownText)).toBeVisible()
    })
  }

  agent.setFaults()
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Printer ready')
  await dialog.getByLabel('Print on').click()
  await page.getByTitle('Bench 2: ZD421-203dpi (network)').click()
  await expect(dialog.getByTitle('Bench 2: ZD421-203dpi (network)')).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText('Printer ready')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Print Label' }).click()
  await expect(page.getByText('Label sent to the label printer Bench 2: ZD421-203dpi')).toBeVisible()
})

test('the content security policy lets exactly the print agent through', async ({ page, agent }) => {
  await page.goto('/')
  agent.setFaults()
  /** The status of the reply, or 'failed', and the directives that the request violates. */
  const request = (address: string) =>
    page.evaluate(async (address) => {
      const violations: string[] = []
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        violations.push(effectiveDirective),
      )
      const outcome = await fetch(address).then(
        ({ status }) => status,
        () => 'failed',
      )
      // The violation is reported in a separate task.
      await new Promise((resolve) => setTimeout(resolve, 200))
      return { outcome, violations: [...new Set(violations)] }
    }, address)
  const blocked = { outcome: 'failed', violations: ['connect-src'] }
  expect(await request('http://127.0.0.1:9100/available')).toEqual({ outcome: 200, violations: [] })
  // Nothing listens there, but the request is sent.
  expect(await request('https://127.0.0.1:9101/available')).toEqual({ outcome: 'failed', violations: [] })
  for (const other of [
    'http://127.0.0.1:9101/available',
    'http://localhost:9100/available',
    'http://127.0.0.1:9102/available',
    'http://127.0.0.1/available',
    'https://example.org/',
  ]) {
    expect(await request(other), other).toEqual(blocked)
  }
})

async function addTubes(page: Page, numSamples: number): Promise<string[]> {
  const { tubes } = await registerTubes(page, uniqueName('To be printed'), numSamples)
  return tubes.map(({ id }) => id)
}
