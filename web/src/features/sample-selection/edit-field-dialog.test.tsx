import { type Me, peopleApi } from '@lims/contract/people.ts'
import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { details, ids, openBar, samples } from '../../../test/open-bulk-bar.tsx'
import { aMe } from '../../../test/roles.ts'
import { keysOf, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { clearToken } from '../../api/stored-token.ts'

const sited = samples.map((sample, index) => ({
  ...sample,
  siteId: ['Oslo', null, 'Bergen'][index] ?? null,
  version: index + 1,
}))

test('E5 one field is edited with the old values in sight, and undone', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples: sited })
  const undo = {
    field: 'siteId' as const,
    sampleIds: ids.slice(1),
    versions: [3, 4],
    values: [null, 'Bergen'],
  }
  const edited = serverAnswers(sampleBulkApi.editField, { success: true, count: 2, undo })
  const user = await openBar()
  await user.click(screen.getByRole('button', { name: 'Edit a field…' }))
  const old = within(await screen.findByLabelText('Present values'))
  expect(['Oslo', 'empty', 'Bergen'].map((text) => old.getByText(text).textContent)).toHaveLength(3)
  await user.type(screen.getByLabelText('New value'), 'Oslo')
  expect(await screen.findByText('1 sample has this value already.')).toBeInTheDocument()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Site ID of 2 samples is now Oslo')).toBeVisible()
  expect(edited[0]?.body).toEqual({
    field: 'siteId',
    sampleIds: ids.slice(1),
    versions: [2, 3],
    values: ['Oslo'],
    alsoChildren: true,
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(edited[1]?.body).toEqual(undo))
})

test('E5 a field is cleared only by saying so, never by leaving the new value empty', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples: sited })
  const edited = serverAnswers(sampleBulkApi.editField, { success: true, count: 2, undo: null })
  const user = await openBar()
  await user.click(screen.getByRole('button', { name: 'Edit a field…' }))
  await screen.findByLabelText('Present values')
  expect(screen.getByRole('button', { name: 'Change' })).toBeDisabled()
  await user.click(screen.getByRole('checkbox', { name: 'Clear the field' }))
  await user.click(
    screen.getByRole('checkbox', { name: 'Also change their children that have the former value' }),
  )
  expect(screen.getByLabelText('New value')).toBeDisabled()
  expect(await screen.findByText('1 sample has no value already.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Clear the field of 2 samples' }))
  await waitFor(() => expect(edited[0]?.body).toMatchObject({ field: 'siteId', values: [null] }))
  expect(edited[0]?.body).not.toHaveProperty('alsoChildren')
})

test('E5 below an empty new volume nothing is said to be stored', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples: sited })
  const user = await openBar()
  await user.click(screen.getByRole('button', { name: 'Edit a field…' }))
  await screen.findByLabelText('Present values')
  await user.click(screen.getByRole('combobox', { name: 'Field' }))
  await user.click(await screen.findByTitle('Volume'))
  const volume = screen.getByRole('spinbutton', { name: 'New value' })
  expect(screen.queryByText(/^Stored as/)).toBeNull()
  await user.type(volume, '1,5')
  expect(screen.getByText('Stored as 1.5 mL (1500 µL)')).toBeVisible()
})

test('E5 children that the person has excluded stay excluded after the session has ended, and for this edit only', async () => {
  signIn()
  serverAnswers(sampleBulkApi.chosen, { samples: sited })
  const edited = serverAnswers(sampleBulkApi.editField, { success: true, count: 2, undo: null })
  const openDialog = async (user: UserEvent) => {
    await user.click(screen.getByRole('button', { name: 'Edit a field…' }))
    await screen.findByLabelText('Present values')
  }
  const alsoChildren = () =>
    screen.getByRole('checkbox', { name: 'Also change their children that have the former value' })
  const first = await openBar()
  await openDialog(first)
  await first.type(screen.getByLabelText('New value'), 'Oslo')
  await first.click(alsoChildren())
  clearToken()
  cleanup()

  signIn({ jti: 'of-ada-again' })
  const user = await openBar()
  await openDialog(user)
  expect(await screen.findByText('Your unsaved input was restored')).toBeInTheDocument()
  expect(alsoChildren()).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Change 2 samples' }))
  await waitFor(() => expect(edited[0]?.body).toMatchObject({ values: ['Oslo'] }))
  expect(edited[0]?.body).not.toHaveProperty('alsoChildren')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await openDialog(user)
  expect(alsoChildren()).toBeChecked()
})

test('E5 a value that cannot be stored is refused at its field', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples: sited })
  const user = await openBar()
  await user.click(screen.getByRole('button', { name: 'Edit a field…' }))
  await screen.findByLabelText('Present values')
  await user.type(screen.getByLabelText('New value'), 'x'.repeat(61))
  expect(await screen.findByText('must be at most 60 characters long')).toBeInTheDocument()
  const field = screen.getByLabelText('New value')
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('must be at most 60 characters long')
  expect(screen.getByRole('button', { name: 'Change' })).toBeDisabled()
})

test('E5 the browser keeps no subject, site or visit ID for the next person who edits a field', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples: sited })
  const user = await openBar()
  await user.click(screen.getByRole('button', { name: 'Edit a field…' }))
  for (const caption of ['Subject ID', 'Visit ID', 'Site ID']) {
    await user.click(await screen.findByLabelText('Field'))
    await user.click(await screen.findByTitle(caption))
    expect(screen.getByLabelText('New value')).toHaveAttribute('autocomplete', 'off')
  }
})

test('E5 a dialog that was open before it was known that sites are hidden offers a field that is not', async () => {
  const late = Promise.withResolvers<Me>()
  serverAnswers(peopleApi.me, () => late.promise)
  serverAnswers(sampleBulkApi.chosen, { samples })
  const user = await openBar()
  await user.click(screen.getByRole('button', { name: 'Edit a field…' }))
  await user.type(await screen.findByLabelText('New value'), 'Oslo')
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent('Site ID')
  late.resolve(aMe('bench'))
  await waitFor(() => expect(dialog).toHaveTextContent('Volume'))
  expect(dialog).not.toHaveTextContent('Site ID')
  expect(screen.getByLabelText('New value')).toHaveValue('')
})

test('E5 of more than six present values the others are counted, one or several', async () => {
  const user = await openBar()
  for (const [count, more] of [
    [7, '1 other value'],
    [8, '2 other values'],
  ] as const) {
    const many = Array.from({ length: count }, (_, index) => ({ ...details(index + 1), siteId: `S${index}` }))
    serverAnswers(sampleBulkApi.chosen, { samples: many })
    await user.click(screen.getByRole('button', { name: 'Edit a field…' }))
    expect(await screen.findByText(more)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
  }
})

test('E5 an edit whose reply was lost is sent again as the same one', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples: sited })
  const lost = serverRefuses(sampleBulkApi.editField, 502)
  const user = await openBar()
  await user.click(screen.getByRole('button', { name: 'Edit a field…' }))
  await user.type(await screen.findByLabelText('New value'), 'Oslo')
  for (const times of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: 'Change 2 samples' }))
    await waitFor(() => expect(lost).toHaveLength(times))
  }
  expect(keysOf(lost)).toEqual([expect.any(String), keysOf(lost)[0]])
  const notice = await screen.findByText('It is not known whether this was done')

  serverAnswers(sampleBulkApi.editField, { success: true, count: 2, undo: null })
  await user.click(await screen.findByRole('button', { name: 'Change 2 samples' }))
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})
