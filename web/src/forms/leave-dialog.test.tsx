import { batchesApi } from '@lims/contract/batches.ts'
import { peopleApi } from '@lims/contract/people.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { subjectsApi } from '@lims/contract/subjects.ts'
import { tokensApi } from '@lims/contract/tokens.ts'
import { createBrowserHistory } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { openAddress } from '../../test/open-address.tsx'
import { openScreen } from '../../test/open-screen.tsx'
import { aBatch, aSample } from '../../test/records.ts'
import { roleIs } from '../../test/roles.ts'
import { serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import '../pages/samples/details/sample-details-screen.tsx'
import { LeaveQuestion } from './leave-question.tsx'

beforeEach(() => {
  emptyLab()
  signIn()
})

/** A memory history does not stop Back. */
function browserHistoryFrom(address: string) {
  window.history.pushState(null, '', address)
  const history = createBrowserHistory()
  onTestFinished(() => {
    history.destroy()
    window.history.pushState(null, '', '/')
  })
  return history
}

/** Opens another page and then this one. */
async function openAfterAnother(address: string) {
  const history = browserHistoryFrom('/batches/create')
  const opened = openAddress(address, { history })
  await screen.findByRole('heading', { name: 'Create Batch' })
  await act(() => opened.router.navigate({ to: address }))
  return opened
}

const back = () => act(() => window.history.back())

test('Back does not lose what was entered in a dialog without a question', async () => {
  serverAnswers(samplesApi.get, { sample: aSample() })
  serverAnswers(samplesApi.history, { events: [] })
  const address = `/samples/${aSample().id}`
  const { user, place } = await openAfterAnother(address)
  await user.click(await screen.findByRole('button', { name: 'Create Children' }))
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(dialog.getByLabelText('Quantity')).toHaveFocus())
  await user.type(dialog.getByLabelText('Volume of each (optional)'), '0.2')
  back()
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await user.click(question.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(window.location.pathname).toBe(address))
  expect(dialog.getByLabelText('Volume of each (optional)')).toHaveValue('0.2')
  back()
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(place()).toBe('/batches/create'))
})

test('while Back is in question the address stays, and Forward and Back work as before', async () => {
  serverAnswers(batchesApi.get, { batch: aBatch() })
  const address = `/batches/${aBatch().id}/edit`
  const { user, place } = await openAfterAnother(address)
  await user.type(await screen.findByLabelText('Description'), 'x')
  const goBack = async () => {
    back()
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await waitFor(() => expect(window.location.pathname).toBe(address))
    return question
  }
  const question = await goBack()
  act(() => window.history.forward())
  await user.click(question.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(place()).toBe(address)

  await user.click((await goBack()).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(place()).toBe('/batches/create'))
  expect(window.location.pathname).toBe('/batches/create')
  expect(sessionStorage).toHaveLength(0)
})

test('Back leaves an untouched dialog at once', async () => {
  serverAnswers(samplesApi.get, { sample: aSample() })
  serverAnswers(samplesApi.history, { events: [] })
  const { user, place } = await openAfterAnother(`/samples/${aSample().id}`)
  await user.click(await screen.findByRole('button', { name: 'Create Children' }))
  await screen.findByRole('dialog')
  back()
  await waitFor(() => expect(place()).toBe('/batches/create'))
})

test('a token that is shown once is lost neither by Back nor by Escape', async () => {
  roleIs('bench')
  const secret = `lims_${'k'.repeat(43)}`
  serverAnswers(tokensApi.list, { tokens: [] })
  serverAnswers(tokensApi.create, { token: secret, id: aSample().id })
  const { user } = await openAfterAnother('/tokens')
  await user.click(await screen.findByRole('button', { name: /^Create token/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'Nightly export')
  await user.click(dialog.getByLabelText('see samples'))
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  expect(await screen.findByText(secret)).toBeVisible()
  await user.keyboard('{Escape}')
  back()
  const question = within(await screen.findByRole('dialog', { name: 'Leave the token?' }))
  await user.click(question.getByRole('button', { name: 'Stay' }))
  expect(screen.getByText(secret)).toBeVisible()
})

test('the certificate of an erasure, and what is entered for one, is not lost by Back', async () => {
  roleIs('administrator')
  URL.createObjectURL = () => 'blob:certificate'
  serverAnswers(tokensApi.list, { tokens: [] })
  serverAnswers(peopleApi.list, { rolesOn: true, rolesOnSince: '2026-11-21T08:00:00.000Z', people: [] })
  serverAnswers(subjectsApi.erase, {
    ...{ success: true as const, erasureId: aSample().id, certificate: 'CERTIFICATE OF ERASURE' },
    ...{ numSamples: 1, numEvents: 1, numDeletedRows: 0, toDestroy: [], namesLeft: 0 },
  })
  const { user } = await openAfterAnother('/people')
  const stay = async (title: string) => {
    back()
    const question = within(await screen.findByRole('dialog', { name: title }))
    await user.click(question.getByRole('button', { name: 'Stay' }))
  }
  await user.click(await screen.findByRole('button', { name: 'Erase subject…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText('Subject ID, in full'), 'S-9')
  await stay('Leave without saving?')
  await user.type(dialog.getByLabelText('Reason'), 'withdrew consent')
  await user.click(dialog.getByRole('button', { name: 'Erase' }))
  expect(await dialog.findByText('CERTIFICATE OF ERASURE')).toBeVisible()
  await stay('Leave the certificate?')
  expect(dialog.getByText('CERTIFICATE OF ERASURE')).toBeVisible()
})

test('two questions of one page come once each before it is left', async () => {
  const history = browserHistoryFrom('/before')
  history.push('/here')
  history.flush()
  const user = openScreen(
    <>
      <LeaveQuestion title="The form?" text="" losesInput={() => true} />
      <LeaveQuestion title="The dialog?" text="" losesInput={() => true} />
    </>,
    { history },
  )
  await act(() => Promise.resolve())
  back()
  for (const name of ['The form?', 'The dialog?']) {
    const question = within(await screen.findByRole('dialog', { name }))
    await waitFor(() => expect(window.location.pathname).toBe('/here'))
    await user.click(question.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name })).not.toBeInTheDocument())
  }
  await waitFor(() => expect(window.location.pathname).toBe('/before'))
})
