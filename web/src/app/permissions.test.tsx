import { batchesApi } from '@lims/contract/batches.ts'
import { peopleApi } from '@lims/contract/people.ts'
import { printRunsApi } from '@lims/contract/print-runs.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { openAddress } from '../../test/open-address.tsx'
import { untilReplied } from '../../test/open-requests.ts'
import { aBatch, aSample } from '../../test/records.ts'
import { aMe, roleIs } from '../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../test/server.ts'
import { serverStreams } from '../../test/server-streams.ts'
import { signIn } from '../../test/session-token.ts'
import { storedToken } from '../api/stored-token.ts'

const denial = 'You are not allowed to delete batches. Ask Chiara Rossi.'

beforeEach(() => {
  emptyLab()
  signIn()
  serverAnswers(batchesApi.search, { batches: [aBatch()], totalBatches: 1 })
})

const deleteButton = () => screen.findByRole('button', { name: `Delete ${aBatch().name}` })

test('PERM-04 while roles are off, everybody has the same controls, on the dashboard and of batches', async () => {
  const off = { ...aMe('administrator'), rolesOn: false, role: null, administrators: [] }
  const requests = serverAnswers(peopleApi.me, off)
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(printRunsApi.open, { run: null, quietSeconds: null })
  const { router } = openAddress('/batches')
  const link = (name: string) => screen.findAllByRole('link', { name, description: '' })
  const { name, id } = aBatch()
  await screen.findByRole('link', { name: `Edit ${name}` })
  await waitFor(() => expect(requests).toHaveLength(1))
  await act(() => router.navigate({ to: '/batches/$batchId', params: { batchId: id } }))
  await link('Edit Batch')
  expect(await deleteButton()).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Print Batch Labels' })).toBeEnabled()

  await act(() => router.navigate({ to: '/dashboard' }))
  for (const name of ['Create patient batch', 'Receive samples']) await link(name)
  expect(screen.getByRole('button', { name: 'Trigger Scan' })).toBeEnabled()

  await act(() => router.navigate({ to: '/batches' }))
  for (const name of ['Create Batch', 'Create Patient Batch']) await link(name)
  expect(await deleteButton()).toBeEnabled()
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
  for (const name of ['People', 'Audit']) expect(menu.queryByRole('link', { name })).toBeNull()
})

test('a person who may not delete batches sees the button disabled, with the reason and whom to ask', async () => {
  roleIs('bench')
  openAddress('/batches')
  await waitFor(async () => expect(await deleteButton()).toBeDisabled())
  expect(await deleteButton()).toHaveAccessibleDescription(denial)
  expect(screen.getByRole('link', { name: 'Create Batch' })).toHaveAttribute('href', '/batches/create')
})

test('a viewer may not create batches either', async () => {
  roleIs('viewer')
  openAddress('/batches')
  await waitFor(async () => expect(await screen.findByText('Create Batch')).toBeInTheDocument())
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: 'Create Batch', description: '' })).not.toBeInTheDocument(),
  )
  expect(screen.getByText('Create Batch').closest('[title]')).toHaveAttribute(
    'title',
    'You are not allowed to create batches. Ask Chiara Rossi.',
  )
})

test('while it is not known what a person may do, everything is offered', async () => {
  serverRefuses(peopleApi.me, 500, { code: 'internal', message: 'Something went wrong' })
  openAddress('/batches')
  expect(await deleteButton()).toBeEnabled()
  expect(screen.queryByText('Something went wrong')).not.toBeInTheDocument()
})

test('the dashboard of a viewer offers no page that a viewer may not use', async () => {
  roleIs('viewer')
  openAddress('/dashboard')
  const denial = 'You are not allowed to receive samples. Ask Chiara Rossi.'
  expect(await screen.findByTitle(denial)).toHaveTextContent('Receive samples')
  await screen.findByText('Describe your freezers')
  for (const name of ['Create a storage', 'Create a patient batch', 'Receive samples'])
    expect(screen.queryByText(name, { selector: 'ol a' })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Open the batches' })).toBeInTheDocument()
})

test('a page that a person may not use says so, and whom to ask', async () => {
  roleIs('viewer')
  const { user, place } = openAddress('/batches/create')
  expect(await screen.findByText('You are not allowed to create batches. Ask Chiara Rossi.')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }))
  await waitFor(() => expect(place()).toBe('/dashboard'))
})

test('the search box offers no command that a person may not use', async () => {
  roleIs('viewer')
  const { user } = openAddress('/batches')
  await waitFor(async () => expect(await deleteButton()).toBeDisabled())
  await user.type(screen.getByRole('combobox', { name: /search/i }), 'create')
  await screen.findByText(/Nothing|No /, { selector: 'div' })
  expect(screen.queryByRole('option', { name: /Create batch/ })).not.toBeInTheDocument()
})

test('a refusal for lack of a permission keeps the session, and fetches the permissions again', async () => {
  const requests = roleIs('administrator')
  serverRefuses(batchesApi.delete, 403, { code: 'permission-denied', message: denial })
  const { user } = openAddress('/batches')
  await waitFor(() => expect(requests).toHaveLength(1))
  await untilReplied()
  await user.click(await deleteButton())
  const dialog = within(await screen.findByRole('dialog'))
  roleIs('bench')
  await user.type(dialog.getByLabelText('Type delete to confirm'), 'delete')
  await user.type(dialog.getByLabelText('Reason'), 'registered twice')
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(denial)).toBeVisible()
  expect(storedToken()).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(async () => expect(await deleteButton()).toBeDisabled())
})

test('a change of role reaches the open page at once, with what it hides', async () => {
  const { streams } = serverStreams()
  roleIs('study-lead')
  serverAnswers(samplesApi.search, { samples: [aSample()], totalSamples: 1, totalIsExact: true })
  const lists = serverAnswers(batchesApi.search, { batches: [aBatch()], totalBatches: 1 })
  openAddress('/batches')
  expect(await deleteButton()).toBeEnabled()
  const before = lists.length
  serverAnswers(peopleApi.me, aMe('bench'))
  await waitFor(() => expect(streams.length).toBeGreaterThan(0))
  act(() => streams.at(-1)?.say('data: {"access":true}\n\n'))
  await waitFor(async () => expect(await deleteButton()).toBeDisabled())
  await waitFor(() => expect(lists.length).toBeGreaterThan(before))
})
