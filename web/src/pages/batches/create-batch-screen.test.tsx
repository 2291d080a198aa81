import { batchesApi } from '@lims/contract/batches.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import { type TubeType, tubeTypes } from '@lims/contract/tube-types.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { aBatch } from '../../../test/records.ts'
import { keysOf, serverAnswers, serverLosesReplies, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { setFeature } from '../../../test/width.ts'
import './create-batch-screen.tsx'

beforeEach(() => {
  signIn()
  serverAnswers(batchesApi.search, { batches: [], totalBatches: 0 })
})

const field = (name: string) => screen.getByLabelText(name)
const numberOfSamples = () => screen.getByLabelText('Number of Samples')
const createButton = () => screen.getByText('Create').closest('button') as HTMLElement

async function open() {
  const { user, place } = openAddress('/batches/create')
  await screen.findByRole('heading', { name: 'Create Batch' })
  return { user, place }
}

async function chooseTube(user: UserEvent, tubeType: TubeType) {
  await user.click(screen.getByLabelText('Tube Type'))
  await user.click(await screen.findByTitle(tubeType))
}

/** In one go: each key of a form validates the whole form again. */
async function put(user: UserEvent, input: HTMLElement, value: string) {
  await user.click(input)
  await user.paste(value)
}

async function fill(user: UserEvent) {
  await put(user, field('Name'), 'Pilot')
  await put(user, field('Description'), 'March')
  await put(user, numberOfSamples(), '12')
  await chooseTube(user, 'S-cfDNA')
}

test.each(Object.entries(tubeTypes))(
  'BATCHF-01 BATCHF-03 ENT-33 ENT-34 ENT-35 ENT-36 %s fills sample type and volume, which stay read-only',
  async (tubeType, { sampleType, volumeMl }) => {
    const { user } = await open()
    expect(field('Volume')).toHaveValue('')
    await chooseTube(user, tubeType as TubeType)
    expect(field('Sample Type')).toHaveValue(sampleType)
    expect(field('Volume')).toHaveValue(`${volumeMl} mL`)
    expect(field('Sample Type')).toHaveAttribute('readonly')
    expect(field('Volume')).toHaveAttribute('readonly')
    expect(field('Sample Type')).toHaveClass('ant-input-borderless')
    expect(field('Volume')).toHaveClass('ant-input-borderless')
  },
)

test('BATCHF-02 BATCHF-04 ERR-17 BATCH-11 creates the batch, says so and goes to the list', async () => {
  const requests = serverAnswers(batchesApi.add, { success: true, batch: aBatch({ name: 'Pilot' }) })
  const { user, place } = await open()
  await fill(user)
  await put(user, field('Sample Prefix (optional)'), 'PIL')
  await waitFor(() => expect(createButton()).toBeEnabled())
  await user.click(createButton())

  expect(await screen.findByText('Batch created')).toBeVisible()
  expect(screen.getByText('Pilot')).toBeVisible()
  expect(requests[0]?.body).toEqual({
    name: 'Pilot',
    description: 'March',
    numSamples: 12,
    samplePrefix: 'PIL',
    tubeType: 'S-cfDNA',
  })
  await waitFor(() => expect(place()).toBe('/batches?page=1'))
})

test('VALID-14 can be sent only when every required field is filled', async () => {
  const { user } = await open()
  const description = 'Complete or correct: Name, Description, Number of Samples, Tube Type'
  await waitFor(() => expect(createButton()).toHaveAccessibleDescription(description))
  expect(createButton()).toBeDisabled()
  await put(user, field('Name'), 'Pilot')
  await put(user, field('Description'), 'March')
  await put(user, numberOfSamples(), '12')
  expect(createButton()).toBeDisabled()
  await chooseTube(user, 'EDTA')
  await waitFor(() => expect(createButton()).toBeEnabled())
  await user.clear(field('Name'))
  await waitFor(() => expect(createButton()).toBeDisabled())
})

test('VALID-01 VALID-02 VALID-03 a field that was emptied again says what it needs', async () => {
  const { user } = await open()
  for (const [input, message] of [
    [field('Name'), 'Name is required'],
    [field('Description'), 'Description is required'],
    [numberOfSamples(), 'Number of samples is required'],
  ] as const) {
    await user.type(input, '1')
    await user.clear(input)
    expect(await screen.findByText(message)).toBeVisible()
  }
})

test('VALID-04 a number below 1 is refused', async () => {
  const { user } = await open()
  await user.type(numberOfSamples(), '0')
  expect(await screen.findByText('You must enter a value greater than 0')).toBeVisible()
})

test('VALID-05 a tube type that was skipped is required', async () => {
  const { user } = await open()
  await user.click(screen.getByLabelText('Tube Type'))
  await user.tab()
  expect(await screen.findByText('Tube Type is required')).toBeVisible()
})

async function sendTakenName() {
  const message = errorTexts.batchNameTaken('Pilot')
  serverRefuses(batchesApi.add, 409, { code: 'batch-name-taken', message, field: 'name' })
  const { user, place } = await open()
  await fill(user)
  await waitFor(() => expect(createButton()).toBeEnabled())
  await user.click(createButton())
  expect(await screen.findByText('Batch Name Error')).toBeVisible()
  return { user, place, message }
}

test('ERR-06 ERR-07 a taken name is shown in a notice and on the field', async () => {
  const { place, message } = await sendTakenName()
  expect(screen.getAllByText(message)).toHaveLength(2)
  expect(within(screen.getByRole('main')).getByText(message)).toBeVisible()
  expect(field('Name')).toHaveFocus()
  expect(place()).toBe('/batches/create')
})

test('the notice of a refusal goes when the form then succeeds', async () => {
  const { user, place } = await sendTakenName()
  serverAnswers(batchesApi.add, { success: true, batch: aBatch() })
  await user.type(field('Name'), ' 2')
  await waitFor(() => expect(createButton()).toBeEnabled())
  await user.click(createButton())
  await waitFor(() => expect(place()).toBe('/batches?page=1'))
  await waitFor(() => expect(screen.queryByText('Batch Name Error')).toBeNull())
})

test('ERR-14 any other failure is shown with its reason', async () => {
  serverRefuses(batchesApi.add, 503, {
    code: 'database-unavailable',
    message: 'The database does not respond',
  })
  const { user } = await open()
  await fill(user)
  await waitFor(() => expect(createButton()).toBeEnabled())
  await user.click(createButton())
  expect(await screen.findByText('Failed to create batch')).toBeVisible()
  expect(screen.getByText('The database does not respond')).toBeVisible()
})

test('ERR-16 a failure without a reason is an unexpected error', async () => {
  serverRefuses(batchesApi.add, 500)
  const { user } = await open()
  await fill(user)
  await waitFor(() => expect(createButton()).toBeEnabled())
  await user.click(createButton())
  expect(await screen.findByText(/^An unexpected error occurred/)).toBeVisible()
})

test('sending the same form again after a lost answer carries the same key', async () => {
  const refused = serverRefuses(batchesApi.add, 502)
  const { user } = await open()
  await fill(user)
  await waitFor(() => expect(createButton()).toBeEnabled())
  await user.click(createButton())
  await screen.findByText('It is not known whether this was done')
  const answered = serverAnswers(batchesApi.add, { success: true, batch: aBatch() })
  await user.click(createButton())
  await screen.findByText('Batch created')

  const key = refused[0]?.headers.get('idempotency-key')
  expect(key).toBeTruthy()
  expect(answered[0]?.headers.get('idempotency-key')).toBe(key)
})

const finger = '(pointer: coarse)'
const choices = () => [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')]
const offered = () => choices().map(({ title }) => title)

test('typed letters leave the tube types that begin with them, for Enter to take', async () => {
  const { user } = await open()
  await user.click(field('Tube Type'))
  await waitFor(() => expect(offered()).toEqual(['EDTA', 'S-cfDNA', 'S-pp', 'DBS']))
  await user.keyboard('d')
  expect(offered()).toEqual(['DBS'])
  await user.keyboard('{Backspace}s-P')
  expect(offered()).toEqual(['S-pp'])
  await user.keyboard('x')
  expect(offered()).toEqual([])
})

test('the list of tube types names what is in each', async () => {
  const { user } = await open()
  await user.click(field('Tube Type'))
  await waitFor(() =>
    expect(choices().map((choice) => choice.textContent)).toEqual([
      'EDTA PLASMA, 2 mL',
      'S-cfDNA BLOOD, 10 mL',
      'S-pp BLOOD, 5 mL',
      'DBS PLASMA, 0.01 mL',
    ]),
  )
})

test('under a finger the tube types open without the keyboard of the phone', async () => {
  setFeature(finger, true)
  await open()
  expect(field('Tube Type')).toHaveAttribute('readonly')
  act(() => setFeature(finger, false))
  expect(field('Tube Type')).not.toHaveAttribute('readonly')
})

test('a batch that a try without a reply had created, and that was deleted since, is not said to be created', async () => {
  const lost = serverLosesReplies(batchesApi.add)
  serverRefuses(batchesApi.get, 404, { code: 'batch-not-found', message: errorTexts.batchNotFound })
  const { user, place } = await open()
  await fill(user)
  const create = async () => {
    await waitFor(() => expect(createButton()).toBeEnabled())
    await user.click(createButton())
  }
  await create()
  expect(await screen.findByText('It is not known whether this was done')).toBeVisible()
  const made = serverAnswers(batchesApi.add, { success: true, batch: aBatch() })
  await create()
  expect(
    await screen.findByText(/^Your earlier try had created it, and it was deleted since\./),
  ).toBeVisible()
  expect(screen.queryByText('Batch created')).toBeNull()
  expect(place()).toBe('/batches/create')
  await create()
  expect(await screen.findByText('Batch created')).toBeVisible()
  const [again, next] = keysOf(made)
  expect(again).toBe(keysOf(lost)[0])
  expect(next).not.toBe(again)
})
