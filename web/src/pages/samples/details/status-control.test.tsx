import { nextStatuses, type SampleStatus } from '@lims/contract/sample-status.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openScreen } from '../../../../test/open-screen.tsx'
import { aSample } from '../../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { StatusControl } from './status-control.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function openDialog(status: SampleStatus) {
  const user = openScreen(<StatusControl sample={aSample({ status })} onHistory={() => {}} />)
  await user.click(await screen.findByRole('button', { name: 'Update' }))
  const dialog = within(await screen.findByRole('dialog'))
  const update = () => user.click(dialog.getByRole('button', { name: 'Update' }))
  return { user, dialog, update }
}

test.each(Object.entries(nextStatuses))(
  'SAMPD-27 LIFE-09 offers from %s only %j',
  async (status, targets) => {
    const { dialog } = await openDialog(status as SampleStatus)
    const offered = dialog.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)
    expect(offered).toEqual(targets)
  },
)

test('LIFE-11 says so when a status leads nowhere', async () => {
  vi.spyOn(nextStatuses, 'SEQUENCED', 'get').mockReturnValue([])
  const { dialog } = await openDialog('SEQUENCED')
  const sentence = dialog.getByText('This is a terminal status. No further transitions are allowed.')
  await waitFor(() => expect(sentence).toBeVisible())
  expect(dialog.queryByRole('radio')).not.toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Update' })).toBeDisabled()
})

test('SAMPD-27 the first status is at hand for the keyboard', async () => {
  const { dialog } = await openDialog('RECEIVED')
  await waitFor(() => expect(dialog.getByRole('radio', { name: /PROCESSED/ })).toHaveFocus())
})

test('VALID-15 asks for a status', async () => {
  const { dialog, update } = await openDialog('RECEIVED')
  await update()
  expect(await dialog.findByText('Please select a status')).toBeVisible()
})

test('VALID-16 sends the status without notes, and closes', async () => {
  const requests = serverAnswers(samplesApi.updateLifecycle, {
    success: true,
    eventId: 1,
    sample: aSample({ status: 'PROCESSED' }),
  })
  const { user, dialog, update } = await openDialog('RECEIVED')
  await user.click(dialog.getByRole('radio', { name: /PROCESSED/ }))
  await update()

  expect(await screen.findByText('NB-P004-EDTA-2 is now PROCESSED')).toBeVisible()
  expect(requests[0]?.body).toEqual({ sampleId: aSample().id, newStatus: 'PROCESSED' })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('E1 a change of status can be undone from its notice', async () => {
  serverAnswers(samplesApi.updateLifecycle, {
    success: true,
    eventId: 17,
    sample: aSample({ status: 'PROCESSED' }),
  })
  const undone = serverAnswers(samplesApi.undoStatus, { success: true, count: 1 })
  const { user, dialog, update } = await openDialog('RECEIVED')
  await user.click(dialog.getByRole('radio', { name: /PROCESSED/ }))
  await update()

  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The change was undone')).toBeVisible()
  expect(undone[0]?.body).toEqual({ eventIds: [17] })
})

test('E1 an undo that comes too late shows who changed the sample', async () => {
  serverAnswers(samplesApi.updateLifecycle, {
    success: true,
    eventId: 17,
    sample: aSample({ status: 'PROCESSED' }),
  })
  const message = 'Nothing was undone: NB-P004-EDTA-2 was set to QC PASS by Bo Chen since.'
  serverRefuses(samplesApi.undoStatus, 409, { code: 'status-changed-since', message })
  const { user, dialog, update } = await openDialog('RECEIVED')
  await user.click(dialog.getByRole('radio', { name: /PROCESSED/ }))
  await update()

  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The change could not be undone')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
})

test.each([
  [
    'ERR-22',
    { code: 'status-transition-invalid' },
    'status transition validation failed: the sample is SEQUENCED by now',
    'Invalid Status Transition',
    'the sample is SEQUENCED by now',
  ],
  [
    'ERR-23',
    { code: 'request-invalid', field: 'newStatus' },
    "sample status validation failed: 'LOST' is not a status",
    'Sample Status Issue',
    "'LOST' is not a status",
  ],
] as const)('%s shows a refused update for 6 seconds', async (_row, reply, message, title, detail) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  serverRefuses(samplesApi.updateLifecycle, 409, { ...reply, message })
  const { user, dialog, update } = await openDialog('RECEIVED')
  await user.click(dialog.getByRole('radio', { name: /PROCESSED/ }))
  await update()

  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByText(detail)).toBeVisible()
  expect(screen.queryByText(message)).not.toBeInTheDocument()

  await act(() => vi.advanceTimersByTimeAsync(4500))
  expect(screen.getByText(title)).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(1600))
  expect(screen.queryByText(title)).not.toBeInTheDocument()
})

test('ERR-24 every other failure is shown in the usual notification', async () => {
  serverRefuses(samplesApi.updateLifecycle, 500, { code: 'internal', message: 'Something went wrong' })
  const { user, dialog, update } = await openDialog('RECEIVED')
  await user.click(dialog.getByRole('radio', { name: /PROCESSED/ }))
  await update()
  expect(await screen.findByText('LIMS error')).toBeVisible()
  expect(screen.getByText('Something went wrong')).toBeVisible()
})
