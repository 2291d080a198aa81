import { samplesApi } from '@lims/contract/samples-api.ts'
import { type SavedView, ViewSearch, viewsApi } from '@lims/contract/views.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { aSample } from '../../../test/records.ts'
import { roleIs } from '../../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { SampleFilterParameters } from '../../pages/samples/list/sample-list-search.ts'
import { findView, searchText } from './view-search.ts'

const view: SavedView = {
  id: '7f9c24e8-3b1a-4d0e-9c55-0000000000aa',
  name: 'To send to C2N',
  search: 'sort=place&status=QC_PASS',
  columns: ['status', 'place'],
  isShared: false,
  isOwn: true,
  ownerName: 'Ada Lindqvist',
}
const shared: SavedView = {
  ...view,
  id: '7f9c24e8-3b1a-4d0e-9c55-0000000000ab',
  name: 'No place yet',
  search: 'hasPlace=no',
  columns: null,
  isShared: true,
  isOwn: false,
  ownerName: 'Bo Chen',
}

beforeEach(() => {
  signIn()
  const samples = [{ ...aSample(), children: [] }]
  serverAnswers(samplesApi.tree, { batches: [], samples, totalSamples: 1, totalIsExact: true })
  serverAnswers(samplesApi.search, { samples: [aSample()], totalSamples: 1, totalIsExact: true })
})
afterEach(() => localStorage.clear())

test('the order of the filters and the page do not make another view', () => {
  expect(searchText({ status: 'QC_PASS', sort: 'place', page: 3, siteId: undefined })).toBe(view.search)
  expect(findView([shared, view], { status: 'QC_PASS', sort: 'place' })).toBe(view)
  expect(findView([{ ...view, search: '' }], {})).toBeUndefined()
})

test('a view in the side panel opens its filters, order and columns, and names the page', async () => {
  serverAnswers(viewsApi.list, { views: [view, shared] })
  const { user, place } = openAddress('/samples')
  await user.click(await screen.findByRole('link', { name: 'To send to C2N' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'To send to C2N' })).toBeVisible()
  expect(place()).toMatch(/^\/samples\?(sort=place&status=QC_PASS|status=QC_PASS&sort=place)$/)
  expect(screen.getByRole('link', { name: 'To send to C2N' })).toHaveAttribute('aria-current', 'page')
  expect(screen.queryByRole('columnheader', { name: 'Notes' })).toBeNull()
  expect(screen.getByRole('link', { name: 'No place yet' })).toHaveAttribute(
    'title',
    'No place yet, shared by Bo Chen',
  )
})

test('ERR-01 saved views that could not be loaded are reported', async () => {
  serverRefuses(viewsApi.list, 400, { code: 'internal', message: 'No.' })
  openAddress('/samples')
  expect(await screen.findByText('The saved views could not be loaded')).toBeVisible()
})

test('a view with a filter that the page does not know shows no list of all samples', async () => {
  const misspelled = { ...view, search: 'statsu=QC_PASS&name=NB&page=2' }
  serverAnswers(viewsApi.list, { views: [misspelled] })
  const { user } = openAddress('/samples')
  await user.click(await screen.findByRole('link', { name: view.name }))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'A filter of this address is not understood' }),
  ).toBeVisible()
  expect(screen.getByText(/^statsu=QC_PASS, name=NB\. /)).toBeVisible()
  expect(screen.getByRole('link', { name: view.name })).toHaveAttribute('aria-current', 'page')
})

test('the page knows each filter that a view may have', () => {
  const known = Object.keys(SampleFilterParameters.shape).filter((name) => !['page', 'view'].includes(name))
  expect(known.sort()).toEqual(Object.keys(ViewSearch.shape).sort())
})

test('a view changes the columns of no other list, and its own stay unsaved until it is saved', async () => {
  serverAnswers(viewsApi.list, { views: [view, shared] })
  const saved = serverAnswers(viewsApi.save, { success: true, view })
  const sample = { ...aSample(), children: [] }
  const batch = { id: sample.batchId, name: 'Nordic study 4', numSamples: 1, byStatus: {} }
  serverAnswers(samplesApi.tree, { batches: [batch], samples: [sample], totalSamples: 1, totalIsExact: true })
  localStorage.setItem('lims.sample-columns.ada', '["status","volume"]')
  const { user } = openAddress('/samples')
  const isShown = (title: string) => screen.queryByRole('columnheader', { name: title }) !== null
  await user.click(await screen.findByRole('link', { name: view.name }))
  await screen.findByRole('heading', { level: 1, name: view.name })
  await waitFor(() => expect([isShown('Place'), isShown('Volume')]).toEqual([true, false]))
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Tube ID' }))
  await waitFor(() => expect(isShown('Tube ID')).toBe(true))

  const [toAll] = screen.getAllByRole('link', { name: 'Samples' })
  if (toAll) await user.click(toAll)
  await screen.findByRole('heading', { level: 1, name: 'Samples' })
  await waitFor(() => expect([isShown('Volume'), isShown('Tube ID')]).toEqual([true, false]))
  expect(localStorage.getItem('lims.sample-columns.ada')).toBe('["status","volume"]')

  await user.click(screen.getByRole('link', { name: view.name }))
  await waitFor(() => expect(isShown('Tube ID')).toBe(true))
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved[0]?.body).toMatchObject({ columns: ['status', 'place', 'tubeId'] }))
})

test('columns of a view that are not saved stay with the person, also if another signs in in this tab', async () => {
  serverAnswers(viewsApi.list, { views: [view] })
  const { user } = openAddress(`/samples?${view.search}`)
  const isShown = (title: string) => screen.queryByRole('columnheader', { name: title }) !== null
  const shown = () => ['Status', 'Place', 'Notes'].map(isShown)
  await waitFor(() => expect(shown()).toEqual([true, true, false]))
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Place' }))
  await waitFor(() => expect(shown()).toEqual([true, false, false]))
  act(() => void signIn({ sub: 'bo', name: 'Bo Chen' }))
  await waitFor(() => expect(shown()).toEqual([true, true, false]))
  act(() => void signIn())
  await waitFor(() => expect(shown()).toEqual([true, false, false]))
})

test('the list on the screen is saved under a name, shared if wished', async () => {
  const saved = serverAnswers(viewsApi.save, { success: true, view })
  const { user } = openAddress('/samples?status=QC_PASS')
  const saveView = await screen.findByRole('button', { name: 'Save view' })
  await untilReplied()
  await user.click(saveView)
  const dialog = within(await screen.findByRole('dialog'))
  // The browser of a shared computer does not offer it to the next person.
  expect(dialog.getByLabelText('Name')).toHaveAttribute('autocomplete', 'off')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('name must have 1 to 60 characters')).toBeVisible()
  await user.type(dialog.getByLabelText('Name'), 'To send to C2N')
  await user.click(dialog.getByLabelText('Share with everybody'))
  serverAnswers(viewsApi.list, { views: [view] })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('link', { name: 'To send to C2N' })).toBeVisible()
  expect(saved[0]?.body).toEqual({
    name: 'To send to C2N',
    search: 'status=QC_PASS',
    columns: ['type', 'status', 'volume', 'notes', 'place'],
    isShared: true,
  })
})

test('a view that has just been saved, or was opened, is saved again under its name', async () => {
  const plain = { ...view, search: 'status=QC_PASS' }
  serverAnswers(viewsApi.save, { success: true, view: plain })
  const { user } = openAddress('/samples?status=QC_PASS')
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  await user.type(await screen.findByLabelText('Name'), plain.name)
  serverAnswers(viewsApi.list, { views: [plain, shared] })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { level: 1, name: plain.name })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  expect(await screen.findByLabelText('Name')).toHaveValue(plain.name)
  await waitFor(() => expect(screen.getByText(`Replaces your view ${plain.name}.`)).toBeVisible())

  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('link', { name: 'No place yet' }))
  await screen.findByRole('heading', { level: 1, name: 'No place yet' })
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  expect(await screen.findByLabelText('Name')).toHaveValue('')
})

test('an own view is deleted from its page, and Undo brings it back', async () => {
  serverAnswers(viewsApi.list, { views: [view] })
  const deleted = serverAnswers(viewsApi.delete, { success: true })
  const restored = serverAnswers(viewsApi.undoDelete, { success: true })
  const { user } = openAddress('/samples?sort=place&status=QC_PASS')
  await screen.findByRole('heading', { level: 1, name: 'To send to C2N' })
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText('Name')).toHaveValue('To send to C2N')
  await user.click(dialog.getByRole('button', { name: 'Delete view' }))
  await waitFor(() => expect(deleted[0]?.body).toEqual({ id: view.id }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(restored[0]?.body).toEqual({ id: view.id }))
})

test.each([
  ['administrator', true],
  ['study-lead', false],
] as const)(
  'the shared view of another person is deleted from its page by role %s: %s',
  async (role, may) => {
    roleIs(role)
    serverAnswers(viewsApi.list, { views: [shared] })
    const deleted = serverAnswers(viewsApi.delete, { success: true })
    const { user } = openAddress(`/samples?${shared.search}`)
    await screen.findByRole('heading', { level: 1, name: shared.name })
    await untilReplied()
    await user.click(screen.getByRole('button', { name: 'Save view' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText('Name')).toHaveValue('')
    const button = dialog.queryByRole('button', { name: 'Delete view of Bo Chen' })
    expect(button !== null).toBe(may)
    if (!button) return
    await user.click(button)
    await waitFor(() => expect(deleted[0]?.body).toEqual({ id: shared.id }))
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  },
)

test('a view that another tab has deleted leaves the side panel when deleting it fails', async () => {
  serverAnswers(viewsApi.list, { views: [view] })
  serverRefuses(viewsApi.delete, 404, { code: 'view-not-found', message: 'You have no view with this id.' })
  const { user } = openAddress('/samples?sort=place&status=QC_PASS')
  await screen.findByRole('link', { name: 'To send to C2N' })
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  serverAnswers(viewsApi.list, { views: [] })
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete view' }))
  expect(await screen.findByText('The view could not be deleted')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'To send to C2N' })).toBeNull())
})

test('without filter and order there is nothing to save', async () => {
  openAddress('/samples')
  expect(await screen.findByRole('button', { name: 'Save view' })).toBeDisabled()
})

test('of several views with the same filters one is the current page', async () => {
  const twin = { ...view, id: shared.id, name: 'The same again' }
  serverAnswers(viewsApi.list, { views: [view, twin] })
  openAddress(`/samples?${view.search}`)
  expect(await screen.findByRole('link', { name: view.name })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: twin.name })).not.toHaveAttribute('aria-current')
})

const twin = { ...view, id: '7f9c24e8-3b1a-4d0e-9c55-0000000000ac', name: 'Times', columns: ['tubeId'] }
const isShown = (title: string) => screen.queryByRole('columnheader', { name: title }) !== null

test('of several views with the same filters the one that was clicked is shown, and can be deleted', async () => {
  serverAnswers(viewsApi.list, { views: [view, twin] })
  const deleted = serverAnswers(viewsApi.delete, { success: true })
  const { user } = openAddress('/samples')
  await user.click(await screen.findByRole('link', { name: twin.name }))
  expect(await screen.findByRole('heading', { level: 1, name: twin.name })).toBeVisible()
  expect(screen.getByRole('link', { name: twin.name })).toHaveAttribute('aria-current', 'page')
  await waitFor(() => expect([isShown('Tube ID'), isShown('Place')]).toEqual([true, false]))

  await user.click(screen.getByRole('link', { name: view.name }))
  expect(await screen.findByRole('heading', { level: 1, name: view.name })).toBeVisible()
  await waitFor(() => expect([isShown('Tube ID'), isShown('Place')]).toEqual([false, true]))

  await user.click(screen.getByRole('link', { name: twin.name }))
  await screen.findByRole('heading', { level: 1, name: twin.name })
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete view' }))
  await waitFor(() => expect(deleted[0]?.body).toEqual({ id: twin.id }))
})

test('a view that was saved with the filters of another one is shown', async () => {
  serverAnswers(viewsApi.list, { views: [view] })
  serverAnswers(viewsApi.save, { success: true, view: twin })
  const { user } = openAddress(`/samples?${view.search}`)
  await screen.findByRole('heading', { level: 1, name: view.name })
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  const name = await screen.findByLabelText('Name')
  await user.clear(name)
  await user.type(name, twin.name)
  serverAnswers(viewsApi.list, { views: [view, twin] })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('heading', { level: 1, name: twin.name })).toBeVisible()
})
