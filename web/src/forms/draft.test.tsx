import { authApi } from '@lims/contract/auth.ts'
import { batchesApi } from '@lims/contract/batches.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fillTabStorage } from '../../test/full-tab.ts'
import { openAddress } from '../../test/open-address.tsx'
import { aBatch, aSample } from '../../test/records.ts'
import { server, serverAnswers, serverRefuses } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { aStorage } from '../../test/storage-records.ts'

const sample = aSample({ version: 3, notes: 'clear' })
const formOfSample = `/samples/${sample.id}/edit`
const isRestored = /Your unsaved input was restored/

beforeEach(() => {
  signIn()
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  serverAnswers(authApi.login, { redirectUrl: 'https://id.example/authorize' })
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(batchesApi.search, { batches: [aBatch()], totalBatches: 1 })
})
afterEach(() => void vi.restoreAllMocks())

test('unsaved input is restored after a sign-in, for the same person only', async () => {
  let stored = sample
  serverAnswers(samplesApi.get, () => ({ sample: stored }))
  serverRefuses(samplesApi.update, 401, { code: 'not-signed-in', message: 'Please sign in' })
  const { user, place } = openAddress(formOfSample)
  await user.type(await screen.findByLabelText('Notes'), ', then haemolysed')
  await user.type(screen.getByLabelText('Name'), '-X')
  await waitFor(() => expect(screen.getByText('Save').closest('button')).toBeEnabled())
  await user.click(screen.getByText('Save'))
  expect(await screen.findByText('Sign in to LIMS')).toBeVisible()

  signIn({ sub: 'bo', jti: 'of-bo' })
  await waitFor(() => expect(place()).toBe(formOfSample))
  expect(await screen.findByLabelText('Notes')).toHaveValue('clear')
  expect(screen.queryByText(isRestored)).toBeNull()

  cleanup()
  stored = { ...sample, notes: 'cloudy', version: 4 }
  signIn({ jti: 'of-ada-again' })
  openAddress(formOfSample)
  expect(await screen.findByText(isRestored)).toBeVisible()
  expect(screen.getByLabelText('Notes')).toHaveValue('clear, then haemolysed')
  expect(screen.getByLabelText('Name')).toHaveValue(`${sample.name}-X`)
  expect(screen.getByText('Now saved: cloudy')).toBeVisible()
})

test('a batch, status or type that another person saved is named as the form names it', async () => {
  const { batchId, type, status, name } = sample
  const was = { name, batchId, type, status }
  const typed = { name, batchId: crypto.randomUUID(), type: 'SERUM', status: 'SEQUENCED' }
  sessionStorage.setItem(`lims.typed.ada.sample.${sample.id}`, JSON.stringify({ was, typed }))
  const saved = { batchId: crypto.randomUUID(), batchName: 'Nordic study 9' }
  const stored = { ...sample, ...saved, status: 'QC_FAIL', type: 'UNKNOWN_SAMPLE_TYPE', version: 4 } as const
  serverAnswers(samplesApi.get, { sample: stored })
  openAddress(formOfSample)
  expect(await screen.findByText('Now saved: Nordic study 9')).toBeVisible()
  expect(screen.getByText('Now saved: QC FAIL')).toBeVisible()
  expect(screen.getByText('Now saved: UNKNOWN SAMPLE TYPE')).toBeVisible()
})

test('input that was saved, but whose reply was lost, is not said to be unsaved after a reload', async () => {
  let stored = sample
  serverAnswers(samplesApi.get, () => ({ sample: stored }))
  server.use(http.post(`*/api${samplesApi.update.path}`, () => HttpResponse.error()))
  const { user } = openAddress(formOfSample)
  await user.type(await screen.findByLabelText('Notes'), ', then haemolysed')
  await waitFor(() => expect(screen.getByText('Save').closest('button')).toBeEnabled())
  await user.click(screen.getByText('Save'))
  await screen.findByText('It is not known whether this was done')

  cleanup()
  stored = { ...sample, notes: 'clear, then haemolysed', version: 4 }
  openAddress(formOfSample)
  expect(await screen.findByLabelText('Notes')).toHaveValue('clear, then haemolysed')
  expect(screen.queryByText(isRestored)).toBeNull()
})

test.each([
  ['whose reply was lost', () => HttpResponse.error()],
  [
    'of which the server does not know whether it was saved',
    () => HttpResponse.json({ code: 'outcome-unknown', message: 'The database is gone.' }, { status: 503 }),
  ],
  ['whose reply is that of another version', () => HttpResponse.json({ success: true, sample: 'NB-7' })],
  ['whose reply is the page of a Wi-Fi portal', () => new HttpResponse('<h1>Welcome</h1>')],
])('a new sample %s may have been saved, which its restored form says', async (_, reply) => {
  server.use(http.post(`*/api${samplesApi.add.path}`, reply))
  const first = openAddress(`/samples/create?batchId=${aBatch().id}`)
  await first.user.type(await screen.findByLabelText('Name'), 'NB-7')
  await first.user.click(screen.getByRole('combobox', { name: 'Type' }))
  await first.user.click(await screen.findByTitle('PLASMA'))
  cleanup()
  const second = openAddress(`/samples/create?batchId=${aBatch().id}`)
  expect(await screen.findByText(/^It is not saved yet/)).toBeVisible()
  const create = await screen.findByRole('button', { name: 'Create' })
  await waitFor(() => expect(create).toBeEnabled())
  await second.user.click(create)
  await screen.findByText('It is not known whether this was done')

  for (const times of ['one reload', 'two reloads']) {
    cleanup()
    openAddress(`/samples/create?batchId=${aBatch().id}`)
    expect(await screen.findByText('It may have been saved already', { exact: false }), times).toBeVisible()
    expect(screen.queryByText(/^It is not saved yet/)).toBeNull()
  }
})

test('leaving a form with unsaved input asks first; Leave removes the draft', async () => {
  serverAnswers(samplesApi.tree, { samples: [], batches: [], totalSamples: 0, totalIsExact: true })
  const { user, place } = openAddress('/batches/create')
  await user.type(await screen.findByLabelText('Name'), 'Pilot')

  await user.click(screen.getByText('Samples'))
  const question = await screen.findByText('Leave without saving?')
  await waitFor(() => expect(question).toBeVisible())
  await user.click(screen.getByText('Stay'))
  expect(place()).toBe('/batches/create')
  expect(screen.getByLabelText('Name')).toHaveValue('Pilot')

  await user.click(screen.getByText('Samples'))
  await user.click(await screen.findByText('Leave'))
  await waitFor(() => expect(place()).toMatch('/samples'))
  expect(sessionStorage).toHaveLength(0)
})

test('a form that is left while it is saved is left without asking, and comes back if the save is refused', async () => {
  const refusal = Promise.withResolvers<Response>()
  server.use(http.post(`*/api${batchesApi.update.path}`, () => refusal.promise))
  const { user, place, router } = openAddress(`/batches/${aBatch().id}/edit`)
  await user.type(await screen.findByLabelText('Name'), ' b')
  await waitFor(() => expect(screen.getByText('Save').closest('button')).toBeEnabled())
  await user.click(screen.getByText('Save'))
  await waitFor(() => expect(screen.getByLabelText('Name')).toBeDisabled())
  await user.click(screen.getByText('Storage'))
  await waitFor(() => expect(place()).toBe('/storage'))
  await waitFor(() => expect(screen.queryByLabelText('Description')).not.toBeInTheDocument())
  const refused = { code: 'batch-name-taken', message: 'The name is taken', field: 'name' }
  refusal.resolve(HttpResponse.json(refused, { status: 409 }))
  expect(await screen.findByText('The name is taken')).toBeVisible()

  await act(() => router.navigate({ to: `/batches/${aBatch().id}/edit` }))
  expect(await screen.findByText(isRestored)).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue(`${aBatch().name} b`)
})

test('a form that is opened again while its input is saved begins anew', async () => {
  const reply = Promise.withResolvers<Response>()
  server.use(http.post(`*/api${samplesApi.add.path}`, () => reply.promise))
  serverAnswers(samplesApi.tree, { samples: [], batches: [], totalSamples: 0, totalIsExact: true })
  const address = `/samples/create?batchId=${aBatch().id}`
  const { user, place, router } = openAddress(address)
  await user.type(await screen.findByLabelText('Name'), 'NB-7')
  await user.click(screen.getByRole('combobox', { name: 'Type' }))
  await user.click(await screen.findByTitle('PLASMA'))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(screen.getByLabelText('Name')).toBeDisabled())
  await act(() => router.navigate({ to: '/storage' }))
  await waitFor(() => expect(screen.queryByLabelText('Notes')).not.toBeInTheDocument())

  await act(() => router.navigate({ href: address }))
  expect(await screen.findByLabelText('Name')).toHaveValue('')
  expect(screen.queryByText('Your input was restored')).not.toBeInTheDocument()
  reply.resolve(HttpResponse.json({ success: true, sample }))
  expect(await screen.findByText('Sample created')).toBeVisible()
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
  await user.click(screen.getByText('Storage'))
  await waitFor(() => expect(place()).toBe('/storage'))
})

test('a refusal finds its input, although the form was opened again and left as it was', async () => {
  const refusal = Promise.withResolvers<Response>()
  server.use(http.post(`*/api${batchesApi.update.path}`, () => refusal.promise))
  const { user, router } = openAddress(`/batches/${aBatch().id}/edit`)
  const openAgain = async () => {
    await act(() => router.navigate({ to: '/storage' }))
    await waitFor(() => expect(screen.queryByLabelText('Description')).not.toBeInTheDocument())
    await act(() => router.navigate({ to: `/batches/${aBatch().id}/edit` }))
    await screen.findByLabelText('Name')
  }
  await user.type(await screen.findByLabelText('Name'), ' b')
  await waitFor(() => expect(screen.getByText('Save').closest('button')).toBeEnabled())
  await user.click(screen.getByText('Save'))
  await waitFor(() => expect(screen.getByLabelText('Name')).toBeDisabled())

  await openAgain()
  expect(screen.getByLabelText('Name')).toHaveValue(aBatch().name)
  expect(screen.queryByText(isRestored)).not.toBeInTheDocument()
  await user.click(screen.getByText('Cancel'))
  await openAgain()
  refusal.resolve(HttpResponse.json({ code: 'batch-name-taken', message: 'It is taken' }, { status: 409 }))
  expect(await screen.findByText('It is taken')).toBeVisible()

  await openAgain()
  expect(screen.getByText(isRestored)).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue(`${aBatch().name} b`)
})

test('Cancel leaves without asking, and removes the draft', async () => {
  const { user, place } = openAddress('/batches/create')
  await user.type(await screen.findByLabelText('Name'), 'Pilot')
  await waitFor(() => expect(sessionStorage).toHaveLength(1))
  await user.click(screen.getByText('Cancel'))
  await waitFor(() => expect(place()).toBe('/batches'))
  expect(sessionStorage).toHaveLength(0)
})

test('Cancel that is opened in a new tab keeps the draft of this one', async () => {
  serverAnswers(samplesApi.get, { sample })
  const { user, router } = openAddress(formOfSample)
  await user.type(await screen.findByLabelText('Notes'), ', then haemolysed')
  await user.keyboard('{Control>}')
  // The window of the tests opens no tabs.
  window.addEventListener('click', (click) => click.preventDefault(), { once: true })
  await user.click(screen.getByText('Cancel'))
  await user.keyboard('{/Control}')
  await user.type(screen.getByLabelText('Name'), '-X')

  act(() => router.history.push('/samples'))
  expect(await screen.findByText('Leave without saving?')).toBeVisible()
  cleanup()
  openAddress(formOfSample)
  expect(await screen.findByLabelText('Name')).toHaveValue(`${sample.name}-X`)
})

test('a saved form is left without asking, and its draft is removed', async () => {
  serverAnswers(batchesApi.update, { success: true, batch: aBatch() })
  const { user, place } = openAddress(`/batches/${aBatch().id}/edit`)
  await user.type(await screen.findByLabelText('Name'), ' b')
  await waitFor(() => expect(sessionStorage).toHaveLength(1))
  await waitFor(() => expect(screen.getByText('Save').closest('button')).toBeEnabled())
  await user.click(screen.getByText('Save'))
  await waitFor(() => expect(place()).toBe('/batches?page=1'))
  expect(sessionStorage).toHaveLength(0)
})

test('a form can be filled in and saved in a tab whose storage is full', async () => {
  const saved = serverAnswers(batchesApi.update, { success: true, batch: aBatch() })
  const { user, place } = openAddress(`/batches/${aBatch().id}/edit`)
  await screen.findByLabelText('Name')
  fillTabStorage()
  await user.type(screen.getByLabelText('Name'), ' b')
  await waitFor(() => expect(screen.getByText('Save').closest('button')).toBeEnabled())
  await user.click(screen.getByText('Save'))
  await waitFor(() => expect(place()).toBe('/batches?page=1'))
  expect(saved[0]?.body).toMatchObject({ name: `${aBatch().name} b` })
})

test('a record that another person deleted cannot be saved, and the unsaved input stays readable', async () => {
  serverAnswers(samplesApi.get, { sample })
  serverRefuses(samplesApi.update, 404, { code: 'sample-not-found', message: 'Sample not found' })
  const { user } = openAddress(formOfSample)
  await user.type(await screen.findByLabelText('Notes'), ', then haemolysed')
  await waitFor(() => expect(screen.getByText('Save').closest('button')).toBeEnabled())
  await user.click(screen.getByText('Save'))
  expect(await screen.findByText(`${sample.name} has been deleted`)).toBeVisible()
  expect(screen.getByText('Save').closest('button')).toBeDisabled()
  expect(screen.getByLabelText('Notes')).toHaveValue('clear, then haemolysed')
})

/** A form whose save was refused because another person has changed the record. */
async function openStaleForm() {
  serverAnswers(samplesApi.get, { sample })
  serverRefuses(samplesApi.update, 409, { code: 'version-stale', message: 'Bo Chen changed the notes.' })
  const { user } = openAddress(formOfSample)
  await user.type(await screen.findByLabelText('Notes'), ', then haemolysed')
  await waitFor(() => expect(screen.getByText('Save').closest('button')).toBeEnabled())
  await user.click(screen.getByText('Save'))
  await screen.findByText(/Load the newest version/)
  return user
}

test('a newest version that cannot be loaded is reported, and can be loaded once the server replies', async () => {
  const user = await openStaleForm()
  serverRefuses(samplesApi.get, 400, { code: 'request-invalid', message: 'The database is full' })
  await user.click(screen.getByText('Load newest version'))
  expect(await screen.findByText('The newest version could not be loaded')).toBeVisible()
  expect(screen.getByText('The database is full')).toBeVisible()
  expect(screen.getByLabelText('Notes')).toHaveValue('clear, then haemolysed')

  serverAnswers(samplesApi.get, { sample: { ...sample, name: 'NB-9', version: 4 } })
  await user.click(screen.getByText('Load newest version'))
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('NB-9'))
  expect(screen.getByLabelText('Notes')).toHaveValue('clear, then haemolysed')
  await waitFor(() => expect(screen.queryByText('The newest version could not be loaded')).toBeNull())
})

test('a record that was deleted before its newest version is loaded cannot be saved', async () => {
  const user = await openStaleForm()
  serverRefuses(samplesApi.get, 404, { code: 'sample-not-found', message: 'Sample not found' })
  await user.click(screen.getByText('Load newest version'))
  expect(await screen.findByText(`${sample.name} has been deleted`)).toBeVisible()
  expect(screen.queryByText('Load newest version')).toBeNull()
  expect(screen.getByText('Save').closest('button')).toBeDisabled()
  expect(screen.getByLabelText('Notes')).toHaveValue('clear, then haemolysed')
})

test.each([
  [formOfSample, samplesApi.update, 'Name'],
  [`/batches/${aBatch().id}/edit`, batchesApi.update, 'Name'],
  ['/storage/3/edit', storageApi.update, 'Alias'],
] as const)(
  '%s takes no input while it is saved, nor does the page by its keys; after a refusal, the focus is where it was',
  async (address, { path }, label) => {
    serverAnswers(samplesApi.get, { sample })
    serverAnswers(storageApi.get, { storage: aStorage({ id: 3 }) })
    const refusal = Promise.withResolvers<Response>()
    server.use(http.post(`*/api${path}`, () => refusal.promise))
    const { user } = openAddress(address)
    const field = await screen.findByRole('textbox', { name: label })
    await user.type(field, 'x')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled())
    await user.type(field, '{Enter}')
    await waitFor(() => expect(field).toBeDisabled())
    // As browsers do with a field that is disabled.
    act(() => field.blur())
    await user.keyboard('/')
    expect(document.body).toHaveFocus()
    refusal.resolve(HttpResponse.json({ code: 'database-unavailable', message: 'Not now' }, { status: 503 }))
    await waitFor(() => expect(field).toBeEnabled())
    expect(field).toHaveFocus()
  },
)
