import { peopleApi } from '@lims/contract/people.ts'
import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { subjectsApi } from '@lims/contract/subjects.ts'
import { tokensApi } from '@lims/contract/tokens.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { aSample } from '../../../test/records.ts'
import { roleIs } from '../../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { readSelection } from '../../features/sample-selection/saved-selection.ts'

const erased = {
  success: true as const,
  erasureId: '21749861-ee19-4628-8a41-03165d129677',
  numSamples: 2,
  numEvents: 7,
  numDeletedRows: 0,
  toDestroy: ['T0000295', 'T0000296'],
  namesLeft: 0,
  certificate: 'CERTIFICATE OF ERASURE',
}

let saved: Blob[] = []

beforeEach(() => {
  saved = []
  URL.createObjectURL = (content) => `blob:${saved.push(content as Blob)}`
  emptyLab()
  signIn()
  roleIs('administrator')
  serverAnswers(tokensApi.list, { tokens: [] })
  serverAnswers(peopleApi.list, { rolesOn: true, rolesOnSince: '2026-11-21T08:00:00.000Z', people: [] })
})

async function fillIn() {
  const { user, place } = openAddress('/people')
  await user.click(await screen.findByRole('button', { name: 'Erase subject…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Erase' }))
  expect(await dialog.findByText('Please enter the whole ID of the subject')).toBeVisible()
  await user.type(dialog.getByLabelText('Subject ID, in full'), 'S-9')
  await user.type(dialog.getByLabelText('Reason'), 'withdrew consent')
  return { user, place, dialog, submit: () => user.click(dialog.getByRole('button', { name: 'Erase' })) }
}

test('the first field that is not right has the focus when the form is refused', async () => {
  const { user, dialog } = await fillIn()
  await user.clear(dialog.getByLabelText('Reason'))
  await user.type(dialog.getByLabelText('Subject ID, in full'), '{Enter}')
  expect(await dialog.findByText('Please say why')).toBeVisible()
  await waitFor(() => expect(dialog.getByLabelText('Reason')).toHaveFocus())
  expect(dialog.getByRole('radiogroup', { name: 'Its samples are' })).toBeVisible()
})

test('a refusal stands at its field, and is gone once the subject is erased', async () => {
  const message = 'No sample is or was of this subject.'
  serverRefuses(subjectsApi.erase, 404, { code: 'subject-not-found', message, field: 'subjectId' })
  const { dialog, submit } = await fillIn()
  await submit()
  expect(await dialog.findByText(message)).toBeVisible()
  expect(dialog.getByLabelText('Subject ID, in full')).toHaveFocus()
  expect(await screen.findByText('The subject was not erased')).toBeVisible()

  serverAnswers(subjectsApi.erase, erased)
  await submit()
  expect(await dialog.findByText('Destroy these tubes: T0000295, T0000296')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('The subject was not erased')).not.toBeInTheDocument())
})

test('the certificate is saved by itself, and stays on the screen until Done', async () => {
  serverAnswers(subjectsApi.erase, erased)
  const { user, dialog, submit } = await fillIn()
  await submit()
  expect(await dialog.findByText(/^The certificate was saved as erasure-21749861-.*\.txt/)).toBeVisible()
  expect(await Promise.all(saved.map((file) => file.text()))).toEqual(['CERTIFICATE OF ERASURE'])

  expect(dialog.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument()
  await user.keyboard('{Escape}')
  await user.click(dialog.getByRole('button', { name: 'Save certificate again' }))
  expect(saved).toHaveLength(2)
})

test('the tubes to be destroyed are selected once the certificate is saved', async () => {
  serverAnswers(subjectsApi.erase, erased)
  const [one, two] = [1, 2].map((number) => ({
    id: `7f9c24e8-3b1a-4d0e-9c55-00000000000${number}`,
    name: `NB-${number}`,
    alias: `T000029${number + 4}`,
    status: 'RECEIVED' as const,
  }))
  if (!one || !two) throw new Error('Two samples are needed')
  const more = { type: 'DNA' as const, subjectId: null, batchName: 'Nordic' }
  const namesake = { ...one, ...more, id: '7f9c24e8-3b1a-4d0e-9c55-000000000009', name: two.alias }
  const requested = serverAnswers(sampleBulkApi.resolveCodes, {
    found: [{ code: one.alias, sample: one }],
    ambiguous: [{ code: two.alias, candidates: [namesake, { ...two, ...more }], hasMore: false }],
    unknown: [],
  })
  serverAnswers(sampleBulkApi.chosen, { samples: [] })
  const { user, place, dialog, submit } = await fillIn()
  await submit()
  await user.click(await dialog.findByRole('button', { name: 'Done, select the tubes' }))
  await waitFor(() => expect(place()).toMatch(/^\/samples\/selection\?list=/))
  expect(requested[0]?.body).toEqual({ codes: erased.toDestroy })
  const list = new URLSearchParams(place().split('?')[1]).get('list') ?? ''
  expect(readSelection(list)).toEqual([one.id, two.id])
})

test('tubes to destroy that could not be selected are named', async () => {
  serverAnswers(subjectsApi.erase, erased)
  const [code = '', ...unknown] = erased.toDestroy
  const { id, name, status } = aSample()
  const found = [{ code, sample: { id, name, status, alias: code } }]
  serverAnswers(sampleBulkApi.resolveCodes, { found, ambiguous: [], unknown })
  serverAnswers(sampleBulkApi.chosen, { samples: [] })
  const { user, dialog, submit } = await fillIn()
  await submit()
  await user.click(await dialog.findByRole('button', { name: 'Done, select the tubes' }))
  expect(await screen.findByText('1 of 2 tubes could not be selected')).toBeVisible()
  expect(screen.getByText(`Destroy them too: ${unknown.join()}`)).toBeVisible()
})

test('what was erased has the focus once it is done, and the certificate is scrolled by key', async () => {
  serverAnswers(subjectsApi.erase, erased)
  const { dialog, submit } = await fillIn()
  await submit()
  const result = await dialog.findByText('2 samples, 7 events and 0 deleted records no longer contain it.')
  await waitFor(() => expect(result).toHaveFocus())
  expect(dialog.getByRole('region', { name: 'Certificate' }).tabIndex).toBe(0)
})

test('names that still contain the ID are pointed out', async () => {
  serverAnswers(subjectsApi.erase, { ...erased, namesLeft: 10 })
  const { dialog, submit } = await fillIn()
  await submit()
  expect(
    await dialog.findByText(/^The ID is still in 10 names of samples, batches or storages/),
  ).toBeVisible()
})

test('an erasure whose reply was lost is not done again, so that its certificate comes with the next try', async () => {
  const lost = serverRefuses(subjectsApi.erase, 502)
  const { user, dialog, submit } = await fillIn()
  await submit()
  expect(await screen.findByText(/trying again is safe/)).toBeVisible()

  const again = serverAnswers(subjectsApi.erase, erased)
  await submit()
  expect(await dialog.findByText('CERTIFICATE OF ERASURE')).toBeVisible()
  expect(again[0]?.headers.get('idempotency-key')).toBeTruthy()
  expect(again[0]?.headers.get('idempotency-key')).toBe(lost[0]?.headers.get('idempotency-key'))

  // What has come since under the same ID is another erasure.
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await user.click(screen.getByRole('button', { name: 'Erase subject…' }))
  const next = within(await screen.findByRole('dialog'))
  await user.type(await next.findByLabelText('Subject ID, in full'), 'S-9')
  await user.type(next.getByLabelText('Reason'), 'withdrew consent')
  // For a moment the same values again are taken for a double click.
  await waitFor(async () => {
    if (again.length === 1) await user.click(next.getByRole('button', { name: 'Erase' }))
    expect(again).toHaveLength(2)
  })
  expect(await next.findByText('CERTIFICATE OF ERASURE')).toBeVisible()
  expect(again[1]?.headers.get('idempotency-key')).not.toBe(again[0]?.headers.get('idempotency-key'))
})
