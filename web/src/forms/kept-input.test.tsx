import { authApi } from '@lims/contract/auth.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { openAddress } from '../../test/open-address.tsx'
import { untilReplied } from '../../test/open-requests.ts'
import { aSample } from '../../test/records.ts'
import { reloadTab } from '../../test/reload-tab.ts'
import { roleIs } from '../../test/roles.ts'
import { server, serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { clearToken } from '../api/stored-token.ts'
import '../pages/samples/details/sample-details-screen.tsx'
// As in a browser that has shown it before: the page of the dialog goes at once.
import '../pages/sign-in/login-screen.tsx'

const volume = 'Volume of each (optional)'
const isRestored = 'Your unsaved input was restored'

beforeEach(() => {
  emptyLab()
  signIn()
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  serverAnswers(samplesApi.get, { sample: aSample() })
  serverAnswers(samplesApi.history, { events: [] })
})

async function openDialog(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Create Children' }))
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(dialog.getByLabelText('Quantity')).toHaveFocus())
  return dialog
}

test('what was entered in a dialog outlives an expired session, until the dialog is closed', async () => {
  const address = `/samples/${aSample().id}`
  server.use(
    http.post(`*/api${samplesApi.addChild.path}`, async () => {
      // As long as a request takes: the dialog shows that it is being saved.
      await delay(50)
      return HttpResponse.json({ code: 'not-signed-in', message: 'Please sign in' }, { status: 401 })
    }),
  )
  const first = openAddress(address)
  const dialog = await openDialog(first.user)
  await first.user.clear(dialog.getByLabelText('Quantity'))
  await first.user.type(dialog.getByLabelText('Quantity'), '7')
  await first.user.click(dialog.getByRole('combobox', { name: 'Sample type' }))
  await first.user.click(await screen.findByTitle('PLASMA'))
  await first.user.type(dialog.getByLabelText(volume), '0.2')
  await first.user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Sign in to LIMS')).toBeVisible()
  cleanup()

  signIn({ jti: 'of-ada-again' })
  const { user } = openAddress(address)
  const again = await openDialog(user)
  expect(await again.findByText(isRestored)).toBeInTheDocument()
  expect(again.getByLabelText('Quantity')).toHaveValue('7')
  expect(again.getByTitle('PLASMA')).toBeInTheDocument()
  expect(again.getByLabelText(volume)).toHaveValue('0.2')

  await user.click(again.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const third = await openDialog(user)
  expect(third.queryByText(isRestored)).not.toBeInTheDocument()
  expect(third.getByLabelText(volume)).toHaveValue('')
  expect(sessionStorage).toHaveLength(0)
})

test('a creation of children whose reply was lost may have been saved, which its restored dialog says', async () => {
  server.use(http.post(`*/api${samplesApi.addChild.path}`, () => HttpResponse.error()))
  const first = openAddress(`/samples/${aSample().id}`)
  const dialog = await openDialog(first.user)
  await first.user.type(dialog.getByLabelText(volume), '0.2')
  await first.user.click(dialog.getByRole('combobox', { name: 'Sample type' }))
  await first.user.click(await screen.findByTitle('PLASMA'))
  await first.user.click(dialog.getByRole('button', { name: 'Create' }))
  await screen.findByText('It is not known whether this was done')
  reloadTab()

  const { user } = openAddress(`/samples/${aSample().id}`)
  const again = await openDialog(user)
  expect(await again.findByText('It may have been saved already', { exact: false })).toBeInTheDocument()
})

test('input of a dialog is unsaved, also if the reply of an earlier opening was lost', async () => {
  server.use(http.post(`*/api${samplesApi.addChild.path}`, () => HttpResponse.error()))
  const first = openAddress(`/samples/${aSample().id}`)
  const dialog = await openDialog(first.user)
  await first.user.click(dialog.getByRole('combobox', { name: 'Sample type' }))
  await first.user.click(await screen.findByTitle('PLASMA'))
  await first.user.click(dialog.getByRole('button', { name: 'Create' }))
  await screen.findByText('It is not known whether this was done')
  await first.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const second = await openDialog(first.user)
  await first.user.type(second.getByLabelText(volume), '0.2')
  await waitFor(() => expect(sessionStorage).toHaveLength(1))
  reloadTab()

  const { user } = openAddress(`/samples/${aSample().id}`)
  const again = await openDialog(user)
  expect(await again.findByText(isRestored)).toBeInTheDocument()
})

test('a reason that was deleted again does not come back', async () => {
  const open = async () => {
    const { user } = openAddress(`/samples/${aSample().id}`)
    await user.click(await screen.findByRole('button', { name: /^Delete / }))
    return { user, reason: await screen.findByLabelText(/^Reason/) }
  }
  const { user, reason } = await open()
  await user.type(reason, 'wrong')
  await waitFor(() => expect(sessionStorage).toHaveLength(1))
  await user.clear(reason)
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
  reloadTab()

  const again = await open()
  expect(again.reason).toHaveValue('')
  expect(screen.queryByText(isRestored)).not.toBeInTheDocument()
})

test('input of a dialog is not offered to the next person', async () => {
  const address = `/samples/${aSample().id}`
  const first = openAddress(address)
  const dialog = await openDialog(first.user)
  await first.user.type(dialog.getByLabelText(volume), '0.2')
  await waitFor(() => expect(sessionStorage).toHaveLength(1))
  act(clearToken)
  expect(await screen.findByText('Sign in to LIMS')).toBeVisible()
  cleanup()
  expect(sessionStorage).toHaveLength(1)

  signIn({ sub: 'bo', jti: 'of-bo' })
  const { user } = openAddress(address)
  const other = await openDialog(user)
  expect(other.queryByText(isRestored)).not.toBeInTheDocument()
  expect(other.getByLabelText(volume)).toHaveValue('')
})

test('what was entered in a dialog is kept for its person when another one signs in beside it', async () => {
  const { user } = openAddress(`/samples/${aSample().id}`)
  const dialog = await openDialog(user)
  await user.type(dialog.getByLabelText(volume), '0.2')
  await waitFor(() => expect(sessionStorage).toHaveLength(1))

  act(() => void signIn({ sub: 'bo', jti: 'of-bo' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const other = await openDialog(user)
  expect(other.queryByText(isRestored)).not.toBeInTheDocument()

  act(() => void signIn({ jti: 'of-ada-again' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const again = await openDialog(user)
  expect(await again.findByText(isRestored)).toBeInTheDocument()
  expect(again.getByLabelText(volume)).toHaveValue('0.2')
})

test.each([
  [/^Delete /, 'Reason'],
  ['Update', 'Notes (optional)'],
  ['Create Children', volume],
])('what was entered for one sample by %s is not offered for another of that name', async (button, label) => {
  roleIs('administrator')
  serverAnswers(samplesApi.get, ({ query }) => ({ sample: aSample({ id: query.id ?? '' }) }))
  const another = crypto.randomUUID()
  const open = async (id: string) => {
    const { user } = openAddress(`/samples/${id}`)
    const opener = await screen.findByRole('button', { name: button })
    // The role decides whether a reason is required.
    await untilReplied()
    await user.click(opener)
    const dialog = within(await screen.findByRole('dialog'))
    return dialog.findByLabelText(label)
  }
  // Typed letter by letter, it might go to the field that a dialog focuses once it has opened.
  fireEvent.change(await open(aSample().id), { target: { value: '7' } })
  await waitFor(() => expect(sessionStorage).toHaveLength(1))
  reloadTab()

  expect(await open(another)).toHaveValue('')
  expect(screen.queryByText(isRestored)).not.toBeInTheDocument()
  cleanup()
  const again = await open(aSample().id)
  expect(await screen.findByText(isRestored)).toBeInTheDocument()
  expect(again).toHaveValue('7')
})
