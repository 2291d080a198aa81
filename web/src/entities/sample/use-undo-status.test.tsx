import { type Me, peopleApi } from '@lims/contract/people.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Button } from 'antd'
import { expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { openScreen } from '../../../test/open-screen.tsx'
import { aSample } from '../../../test/records.ts'
import { aMe, roleIs } from '../../../test/roles.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { useUpdateStatuses } from './use-update-status.ts'

const sampleIds = [aSample().id]

function Page() {
  const update = useUpdateStatuses()
  const change = () => update.mutate({ sampleIds, newStatus: 'PROCESSED', notes: undefined })
  return <Button onClick={change}>Change</Button>
}

async function change(untilLoaded = untilReplied) {
  serverAnswers(samplesApi.updateStatuses, { success: true, count: 1, eventIds: [7] })
  const user = openScreen(<Page />)
  const button = await screen.findByRole('button', { name: 'Change' })
  await untilLoaded()
  await user.click(button)
  const undo = () => screen.findByRole('button', { name: 'Undo' })
  return { user, undo }
}

test('an undo whose reason was not given stays on offer', async () => {
  roleIs('bench')
  const undone = serverAnswers(samplesApi.undoStatus, { success: true, count: 1 })
  const { user, undo } = await change()
  await user.click(await undo())
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(await undo())
  await user.type(await screen.findByLabelText('Reason'), 'wrong tubes{Enter}')
  await waitFor(() => expect(undone[0]?.body).toEqual({ eventIds: [7], reason: 'wrong tubes' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

test('an undo whose question closed with its page stays on offer', async () => {
  signIn()
  roleIs('bench')
  const undone = serverAnswers(samplesApi.undoStatus, { success: true, count: 1 })
  const { router } = openAddress('/guide')
  await screen.findByText('Skip to content')
  const { user, undo } = await change()
  await user.click(await undo())
  await screen.findByRole('dialog')
  await act(() => router.navigate({ to: '/tokens' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(await undo())
  await user.type(await screen.findByLabelText('Reason'), 'wrong tubes{Enter}')
  await waitFor(() => expect(undone[0]?.body).toEqual({ eventIds: [7], reason: 'wrong tubes' }))
})

test('an undo with a reason whose reply was lost is tried again as the same one, and asks for no second reason', async () => {
  roleIs('bench')
  const lost = serverRefuses(samplesApi.undoStatus, 503)
  const { user, undo } = await change()
  await user.click(await undo())
  await user.type(await screen.findByLabelText('Reason'), 'wrong tubes{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('The change could not be undone')).toBeVisible()

  const undone = serverAnswers(samplesApi.undoStatus, { success: true, count: 1 })
  await user.click(await undo())
  await screen.findByText('The change was undone')
  expect(undone[0]?.body).toEqual({ eventIds: [7], reason: 'wrong tubes' })
  const keyOf = (request: { headers: Headers } | undefined) => request?.headers.get('idempotency-key')
  expect(keyOf(undone[0])).toBe(keyOf(lost[0]))
  expect(keyOf(lost[0])).toEqual(expect.any(String))
})

test('an undo without a reply stays on offer; one that is refused does not', async () => {
  serverRefuses(samplesApi.undoStatus, 503)
  const { user, undo } = await change()
  await user.click(await undo())
  expect(await screen.findByText('The change could not be undone')).toBeVisible()

  const refused = serverRefuses(samplesApi.undoStatus, 409, {
    code: 'status-changed-since',
    message: 'The status has changed since',
  })
  await user.click(await undo())
  await waitFor(() => expect(refused).toHaveLength(1))
  await screen.findByText(/The status has changed since/)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('an undo that was offered before it was known that roles are on asks for the reason', async () => {
  const late = Promise.withResolvers<Me>()
  serverAnswers(peopleApi.me, () => late.promise)
  const undone = serverAnswers(samplesApi.undoStatus, { success: true, count: 1 })
  const { user, undo } = await change(() => Promise.resolve())
  await undo()
  late.resolve(aMe('bench'))
  await untilReplied()
  await user.click(await undo())
  await user.type(await screen.findByLabelText('Reason'), 'wrong tubes{Enter}')
  await waitFor(() => expect(undone[0]?.body).toEqual({ eventIds: [7], reason: 'wrong tubes' }))
})

test('an undo that was sent before it was known that roles are on is offered again, with its reason', async () => {
  const late = Promise.withResolvers<Me>()
  serverAnswers(peopleApi.me, () => late.promise)
  const message = 'Please say why the change is undone.'
  serverRefuses(samplesApi.undoStatus, 400, { code: 'reason-required', message })
  const { user, undo } = await change(() => Promise.resolve())
  await user.click(await undo())
  expect(await screen.findByText(message)).toBeVisible()
  late.resolve(aMe('bench'))
  await untilReplied()
  const undone = serverAnswers(samplesApi.undoStatus, { success: true, count: 1 })
  await user.click(await undo())
  await user.type(await screen.findByLabelText('Reason'), 'wrong tubes{Enter}')
  await waitFor(() => expect(undone[0]?.body).toEqual({ eventIds: [7], reason: 'wrong tubes' }))
})
