import { batchesApi } from '@lims/contract/batches.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { aBatch } from '../../../test/records.ts'
import { roleIs } from '../../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import './create-patient-batch-screen.tsx'

beforeEach(() => {
  signIn()
  serverAnswers(batchesApi.search, { batches: [], totalBatches: 0 })
  serverAnswers(batchesApi.patientSubjects, { first: 'NB-P001', last: 'NB-P003' })
})

const field = (name: string) => screen.getByLabelText(name)
const number = (name: string) => screen.getByLabelText(name)
const createButton = () => screen.getByText('Create').closest('button') as HTMLElement
const kit = ['EDTA', 'DBS', 'S-pp', 'S-cfDNA']
const created = { success: true as const, batch: aBatch(), totalSamples: 30, numPatients: 3 }

async function open() {
  const { user, place } = openAddress('/batches/create-patient')
  await screen.findByRole('heading', { name: 'Create Patient Batch' })
  return { user, place }
}

/** In one go: each key of a form validates the whole form again. */
async function put(user: UserEvent, input: HTMLElement, value: string) {
  await user.clear(input)
  await user.paste(value)
}

async function fill(user: UserEvent) {
  await put(user, field('Batch Name'), 'Nordic study 4')
  await put(user, field('Description'), 'Baseline')
  await put(user, number('Number of Patients'), '3')
}

async function send(user: UserEvent) {
  await waitFor(() => expect(createButton()).toBeEnabled())
  await user.click(createButton())
}

test('BATCHF-05 BATCHF-06 BATCHF-07 BATCHF-08 starts with the usual kit', async () => {
  await open()
  expect(kit.map((tubeType) => (number(tubeType) as HTMLInputElement).value)).toEqual(['6', '2', '1', '1'])
  for (const name of ['Batch Name', 'Description', 'Sample Prefix (optional)', 'Site ID (optional)']) {
    expect(field(name)).toHaveValue('')
  }
})

test('BATCHF-14 shows by example what a name, a prefix and a site look like', async () => {
  await open()
  expect(field('Batch Name')).toHaveAttribute('placeholder', 'Nordic study 4')
  expect(field('Sample Prefix (optional)')).toHaveAttribute('placeholder', 'NB')
  expect(field('Site ID (optional)')).toHaveAttribute('placeholder', 'SITE007')
})

test('while roles are on, the form says that the names of the tubes show the subject ID', async () => {
  roleIs('study-lead')
  await open()
  expect(await screen.findByText(/begin with the subject ID, which everybody sees/)).toBeVisible()
})

test('BATCHF-09 BATCHF-10 BATCHF-11 sums up what will be made once there are patients', async () => {
  const { user } = await open()
  expect(screen.queryByText('Summary')).not.toBeInTheDocument()
  await user.type(number('Number of Patients'), '3')
  const summary = within(await screen.findByRole('complementary', { name: 'Summary' }))
  const rows = () => summary.getAllByRole('term').map((term) => term.parentElement?.textContent)
  await put(user, number('S-pp'), '3')
  expect(rows()).toEqual([
    'Total patients3',
    'Tubes per patient12',
    'Total EDTA18',
    'Total DBS6',
    'Total S-cfDNA3',
    'Total S-pp9',
    'Total samples36',
  ])
})

test('BATCHF-12 VALID-12 ERR-18 creates the batch of the tubes in the kit, and goes to the list', async () => {
  const requests = serverAnswers(batchesApi.addPatient, created)
  const { user, place } = await open()
  await fill(user)
  await put(user, field('Sample Prefix (optional)'), 'NB')
  await put(user, field('Site ID (optional)'), 'SITE007')
  await put(user, number('S-pp'), '0')
  await send(user)

  expect(await screen.findByText('Patient batch created')).toBeVisible()
  expect(screen.getByText('Created 30 samples for 3 patients')).toBeVisible()
  await waitFor(() => expect(place()).toBe('/batches?page=1'))
  expect(requests[0]?.body).toEqual({
    name: 'Nordic study 4',
    description: 'Baseline',
    numPatients: 3,
    samplePrefix: 'NB',
    siteId: 'SITE007',
    tubeTypes: [
      { tubeType: 'EDTA', count: 6 },
      { tubeType: 'DBS', count: 2 },
      { tubeType: 'S-cfDNA', count: 1 },
    ],
  })
})

test('the subject IDs of a prefix are shown, with a warning if they are those of other tubes', async () => {
  const requests = serverAnswers(batchesApi.patientSubjects, ({ query }) => ({
    first: `${query.samplePrefix}-P001`,
    last: `${query.samplePrefix}-P003`,
    ...(query.samplePrefix === 'NB' ? { knownIn: 'Nordic study 3', isVisitKnown: !query.visitId } : {}),
  }))
  const { user } = await open()
  await put(user, number('Number of Patients'), '3')
  const regions = screen.getAllByRole('status')
  await put(user, field('Sample Prefix (optional)'), 'ND')
  await waitFor(() => expect(screen.getByText('The subject IDs are ND-P001 to ND-P003.')).toBeVisible())
  expect(requests[0]?.query.numPatients).toBe('3')

  await put(user, field('Sample Prefix (optional)'), 'NB')
  expect(await screen.findByText('Tubes in Nordic study 3 have these subject IDs already')).toBeVisible()
  expect(
    screen.getByText(
      /^The new tubes would be for the same patients and the same visit, V1, and may get the names of existing tubes\. For another visit/,
    ),
  ).toBeVisible()
  // It was there before its words, so that they are read aloud.
  expect(regions.some(({ textContent }) => textContent?.includes('Nordic study 3'))).toBe(true)

  await put(user, field('Visit ID (optional)'), 'V2')
  expect(
    await screen.findByText(
      'The new tubes are for visit V2 of the same patients. Their names contain V2 after the subject ID.',
    ),
  ).toBeVisible()

  serverAnswers(batchesApi.patientSubjects, ({ query }) => ({
    first: 'NB-P001',
    last: 'NB-P003',
    ...(query.visitId === 'V3' ? { knownIn: 'Third', isVisitKnown: true } : { isDeleted: true }),
  }))
  await put(user, field('Visit ID (optional)'), 'V3')
  expect(await screen.findByText(/ for the same patients and the same visit, V3, and may get/)).toBeVisible()
  await put(user, field('Visit ID (optional)'), 'V4')
  expect(await screen.findByText('Deleted samples have these subject IDs')).toBeVisible()

  await user.clear(field('Sample Prefix (optional)'))
  await waitFor(() => expect(screen.queryByText(/subject IDs/)).toBeNull())
})

test('without a Visit ID, kits of patients whose tubes are of another visit are said to be of visit V1', async () => {
  serverAnswers(batchesApi.patientSubjects, {
    first: 'NB-P001',
    last: 'NB-P003',
    knownIn: 'Second visits',
    isVisitKnown: false,
  })
  const { user } = await open()
  await put(user, number('Number of Patients'), '3')
  await put(user, field('Sample Prefix (optional)'), 'NB')
  expect(await screen.findByText('Tubes in Second visits have these subject IDs already')).toBeVisible()
  expect(screen.getByText(/^The new tubes are for visit V1 of the same patients\. For another/)).toBeVisible()
})

test('a number of patients that the form refuses gives no subject IDs', async () => {
  const requests = serverAnswers(batchesApi.patientSubjects, { first: 'NB-P001', last: 'NB-P004' })
  const { user } = await open()
  await put(user, field('Sample Prefix (optional)'), 'NB')
  for (const refused of ['1.000', '0x10', '2,5', '20001']) {
    await put(user, number('Number of Patients'), '4,0')
    expect(await screen.findByText('The subject IDs are NB-P001 to NB-P004.')).toBeVisible()
    await put(user, number('Number of Patients'), refused)
    await waitFor(() => expect(screen.queryByText(/^The subject ID/)).toBeNull())
  }
  expect(requests.map(({ query }) => query.numPatients)).toEqual(['4'])
})

test('VALID-11 a kit without tubes is refused', async () => {
  const requests = serverAnswers(batchesApi.addPatient, created)
  const { user, place } = await open()
  await fill(user)
  for (const tubeType of kit) await put(user, number(tubeType), '0')
  await send(user)

  expect(await screen.findByText('Invalid configuration')).toBeVisible()
  expect(screen.getByText('At least one tube type must have a count greater than 0')).toBeVisible()
  expect(requests).toEqual([])

  await user.click(screen.getByText('Cancel'))
  await waitFor(() => expect(place()).toBe('/batches'))
  await waitFor(() => expect(screen.queryByText('Invalid configuration')).toBeNull())
})

test('more samples than a batch can hold are refused before they are sent', async () => {
  const requests = serverAnswers(batchesApi.addPatient, created)
  const { user } = await open()
  await fill(user)
  await put(user, number('Number of Patients'), '2001')
  await send(user)
  expect(
    await screen.findByText('A batch holds at most 20,000 samples; these patients would make 20,010'),
  ).toBeVisible()
  expect(requests).toEqual([])
})

test.each(['EDTA', 'DBS', 'S-pp', 'S-cfDNA'])(
  'VALID-10 a count of %s below 0 or none is refused',
  async (tubeType) => {
    const { user } = await open()
    // That of the empty field gives way to that of the number, which is a new element.
    const isRefused = () => waitFor(() => expect(screen.getByText('Must be 0 or greater')).toBeVisible())
    await put(user, number(tubeType), '-1')
    await isRefused()
    await put(user, number(tubeType), '4')
    await waitFor(() => expect(screen.queryByText('Must be 0 or greater')).not.toBeInTheDocument())
    await user.clear(number(tubeType))
    await isRefused()
  },
)

test('VALID-06 VALID-07 VALID-08 VALID-09 each field says what it needs', async () => {
  const { user } = await open()
  for (const [input, message] of [
    [field('Batch Name'), 'Batch name is required'],
    [field('Description'), 'Description is required'],
    [number('Number of Patients'), 'Number of patients is required'],
  ] as const) {
    await user.type(input, '1')
    await user.clear(input)
    expect(await screen.findByText(message)).toBeVisible()
  }
  await user.type(number('Number of Patients'), '0')
  expect(await screen.findByText('You must enter a value greater than 0')).toBeVisible()
})

test('VALID-14 can be sent only when every required field is filled', async () => {
  const { user } = await open()
  expect(createButton()).toBeDisabled()
  await fill(user)
  await waitFor(() => expect(createButton()).toBeEnabled())
  await user.clear(number('EDTA'))
  await waitFor(() => expect(createButton()).toBeDisabled())
})

test('BATCHF-13 Cancel goes back to the batches', async () => {
  const { user, place } = await open()
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  await waitFor(() => expect(place()).toBe('/batches'))
})

test('ERR-06 a taken name is shown in a notice and on the field', async () => {
  const message = errorTexts.batchNameTaken('Nordic study 4')
  serverRefuses(batchesApi.addPatient, 409, { code: 'batch-name-taken', message, field: 'name' })
  const { user } = await open()
  await fill(user)
  await send(user)
  expect(await screen.findByText('Batch Name Error')).toBeVisible()
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2))
  expect(field('Batch Name')).toHaveFocus()
})

test('ERR-15 any other failure is shown with its reason', async () => {
  const message = 'The database does not respond'
  serverRefuses(batchesApi.addPatient, 503, { code: 'database-unavailable', message })
  const { user } = await open()
  await fill(user)
  await send(user)
  expect(await screen.findByText('Failed to create patient batch')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
})

test('ERR-16 a failure without a reason is an unexpected error', async () => {
  serverRefuses(batchesApi.addPatient, 500)
  const { user } = await open()
  await fill(user)
  await send(user)
  expect(await screen.findByText(/^An unexpected error occurred/)).toBeVisible()
})

test('while a batch is being made nothing can make it twice, and the person may go without a question', async () => {
  const answers: (() => void)[] = []
  const requests = serverAnswers(batchesApi.addPatient, async () => {
    await new Promise<void>((resolve) => answers.push(resolve))
    return created
  })
  const { user, place } = await open()
  await fill(user)
  await waitFor(() => expect(createButton()).toBeEnabled())
  await user.dblClick(createButton())
  await user.type(field('Batch Name'), '{Enter}')

  expect(await screen.findByText(/^Creating 30 samples\./)).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  expect(place()).toBe('/batches/create-patient')
  await user.click(screen.getByText('Storage'))
  await waitFor(() => expect(place()).toBe('/storage'))
  await waitFor(() => expect(screen.queryByLabelText('Batch Name')).not.toBeInTheDocument())
  expect(sessionStorage).not.toHaveLength(0)
  for (const answer of answers) answer()
  expect(await screen.findByText('Patient batch created')).toBeVisible()
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
  expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})
