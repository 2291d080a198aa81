import { custodyApi } from '@lims/contract/custody-api.ts'
import { type ChosenDetails, sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { useQueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { aReturnedTube } from '../../../test/freezer-work-records.ts'
import { untilReplied } from '../../../test/open-requests.ts'
import { openScreen } from '../../../test/open-screen.tsx'
import { aChosenSample } from '../../../test/records.ts'
import { roleIs } from '../../../test/roles.ts'
import { keysOf, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { sampleKeys } from '../sample/sample-api.ts'
import { CheckOutDialog } from './check-out-dialog.tsx'
import { SetCustodyDialog } from './set-custody-dialog.tsx'

const [free, other] = [aChosenSample(), aChosenSample({ id: '7f9c24e8-3b1a-4d0e-9c55-000000000002' })]
const sampleIds = [free.id]

test('a check-out that is being saved is not closed: its reply would close the next dialog', async () => {
  const onClose = vi.fn()
  const requests = serverAnswers(custodyApi.checkOut, () => new Promise<never>(() => {}))
  const user = openScreen(<CheckOutDialog sampleIds={sampleIds} isOpen onClose={onClose} />)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Purpose'), 'ELISA')
  await user.click(dialog.getByRole('button', { name: 'Check out' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})

test('a thawed check-out says for how many tubes no freeze-thaw cycle was counted', async () => {
  const tube = { ...aReturnedTube({ custody: 'CHECKED_OUT' }), eventId: 17, needsConfirmation: false }
  const tubes = [true, false, false].map((isThawCounted) => ({ ...tube, isThawCounted }))
  serverAnswers(custodyApi.checkOut, { success: true, tubes })
  const user = openScreen(<CheckOutDialog sampleIds={sampleIds} isOpen onClose={() => {}} />)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Purpose'), 'ELISA')
  await user.click(dialog.getByLabelText(/^Thawed/))
  await user.click(dialog.getByRole('button', { name: 'Check out' }))
  expect(
    await screen.findByText(
      'No freeze-thaw cycle was counted for 2 tubes: their places are not known to be −60 °C or colder.',
    ),
  ).toBeVisible()
})

test('the dialogs of custody begin at their first field', async () => {
  openScreen(<CheckOutDialog sampleIds={sampleIds} isOpen onClose={() => {}} />)
  const purpose = await screen.findByLabelText('Purpose')
  await waitFor(() => expect(purpose).toHaveFocus())
  cleanup()

  const replied = Promise.withResolvers<{ samples: ChosenDetails[] }>()
  serverAnswers(sampleBulkApi.chosen, () => replied.promise)
  openScreen(<SetCustodyDialog title="Custody" sampleIds={sampleIds} isOpen onClose={() => {}} />)
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus())
  replied.resolve({ samples: [free] })
  const choices = await screen.findAllByRole('radio')
  await waitFor(() => expect(choices[0]).toHaveFocus())
})

test('the choices of custody that come late take the focus from no field', async () => {
  const replied = Promise.withResolvers<{ samples: ChosenDetails[] }>()
  serverAnswers(sampleBulkApi.chosen, () => replied.promise)
  const user = openScreen(
    <SetCustodyDialog title="Custody" sampleIds={sampleIds} isOpen onClose={() => {}} />,
  )
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveFocus())
  const reason = screen.getByLabelText('Reason')
  await user.type(reason, 'the cell ')
  replied.resolve({ samples: [free] })
  await screen.findAllByRole('radio')
  await user.keyboard('is empty')
  expect(reason).toHaveFocus()
  expect(reason).toHaveValue('the cell is empty')
})

/** The dialog, which can be opened again. */
function CheckOut() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <CheckOutDialog sampleIds={sampleIds} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

test('a check-out whose reply was lost is repeated as the same, and as another after its dialog was closed', async () => {
  const lost = serverRefuses(custodyApi.checkOut, 502)
  const user = openScreen(<CheckOut />)
  const checkOut = async () => {
    const before = lost.length
    await user.click(await screen.findByRole('button', { name: 'Check out' }))
    await waitFor(() => expect(lost).toHaveLength(before + 1))
  }
  await user.type(await screen.findByLabelText('Purpose'), 'ELISA')
  await checkOut()
  expect(await screen.findByText(/It may have been saved all the same; trying again is safe\./)).toBeVisible()
  await checkOut()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.type(await screen.findByLabelText('Purpose'), 'ELISA')
  await checkOut()
  const [first, second, third] = keysOf(lost)
  expect(first).toMatch(/\d/)
  expect([second, third]).toEqual([first, expect.not.stringMatching(`^${first}$`)])
})

const takenByBo = { ...free, custody: 'CHECKED_OUT', custodyEventId: 7 } as const
const takenByCy = { ...other, custody: 'CHECKED_OUT', custodyEventId: 5 } as const

/** The dialog, and beside it a button that stands for the live update after another person's change. */
function Dialog({ samples }: { samples: readonly ChosenDetails[] }) {
  const queryClient = useQueryClient()
  return (
    <>
      <SetCustodyDialog title="Custody" sampleIds={samples.map(({ id }) => id)} isOpen onClose={() => {}} />
      <button type="button" onClick={() => queryClient.invalidateQueries({ queryKey: sampleKeys.all })}>
        Changed
      </button>
    </>
  )
}

test.each([
  ['of one sample', [free], [takenByBo]],
  ['of several, of which another was taken before', [free, takenByCy], [takenByBo, takenByCy]],
] as const)(
  'a change of custody %s is sent with what they were when it was chosen',
  async (_case, before, now) => {
    const read = serverAnswers(sampleBulkApi.chosen, { samples: [...before] })
    const refusal = { code: 'custody-not-possible', message: 'Bo has it' } as const
    const requests = serverRefuses(custodyApi.set, 409, refusal)
    const user = openScreen(<Dialog samples={before} />)
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('radio', { name: /Missing/ }))
    const readAgain = serverAnswers(sampleBulkApi.chosen, { samples: [...now] })
    await user.click(screen.getByRole('button', { name: 'Changed', hidden: true }))
    await waitFor(() => expect(readAgain).toHaveLength(1))
    await user.type(dialog.getByLabelText('Reason'), 'the cell is empty')
    await user.click(dialog.getByRole('button', { name: 'Change custody' }))
    const eventIds = (samples: readonly ChosenDetails[]) =>
      samples.map(({ custodyEventId }) => custodyEventId)
    await waitFor(() =>
      expect(requests[0]?.body).toEqual({
        sampleIds: before.map(({ id }) => id),
        custody: 'MISSING',
        reason: 'the cell is empty',
        expectedEventIds: eventIds(before),
      }),
    )
    expect(read).toHaveLength(1)

    // After the refusal it is chosen again, and sent with what the samples are now.
    await waitFor(() => expect(dialog.getByRole('radio', { name: /Missing/ })).not.toBeChecked())
    await waitFor(() => expect(readAgain).toHaveLength(2))
    await user.click(dialog.getByRole('radio', { name: /Missing/ }))
    await user.click(dialog.getByRole('button', { name: 'Change custody' }))
    await waitFor(() =>
      expect(requests[1]?.body).toMatchObject({
        reason: 'the cell is empty',
        expectedEventIds: eventIds(now),
      }),
    )
  },
)

test('a change of custody whose reply was lost is repeated as the same', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples: [free] })
  const lost = serverRefuses(custodyApi.set, 502)
  const user = openScreen(<Dialog samples={[free]} />)
  await user.click(await screen.findByRole('radio', { name: /Missing/ }))
  await user.type(screen.getByLabelText('Reason'), 'the cell is empty')
  await user.click(screen.getByRole('button', { name: 'Change custody' }))
  expect(await screen.findByText(/It may have been saved all the same; trying again is safe\./)).toBeVisible()
  const answered = serverAnswers(custodyApi.set, { success: true, count: 1, eventIds: [8] })
  await user.click(await screen.findByRole('button', { name: 'Change custody' }))
  await waitFor(() => expect(answered).toHaveLength(1))
  expect(keysOf(answered)).toEqual(keysOf(lost))
  expect(keysOf(lost)).toEqual([expect.any(String)])
})

test('a change of custody that is being saved is not closed: its reply would close the next dialog', async () => {
  const onClose = vi.fn()
  serverAnswers(sampleBulkApi.chosen, { samples: [free] })
  const requests = serverAnswers(custodyApi.set, () => new Promise<never>(() => {}))
  const user = openScreen(<SetCustodyDialog title="Custody" sampleIds={sampleIds} isOpen onClose={onClose} />)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('radio', { name: /Quarantine/ }))
  await user.type(dialog.getByLabelText('Reason'), 'label unreadable')
  await user.click(dialog.getByRole('button', { name: 'Change custody' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
})

/** Chooses the custody in the dialog, and presses Undo in the notice. */
async function changeAndUndo(user: ReturnType<typeof openScreen>, name: RegExp) {
  const custody = await screen.findByRole('radio', { name })
  await untilReplied()
  await user.click(custody)
  await user.type(screen.getByLabelText('Reason'), 'end of study')
  await user.click(screen.getByRole('button', { name: 'Change custody' }))
  await user.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
}

test('while roles are on, the undo of the notice asks for no reason if the samples become depleted again', async () => {
  signIn()
  roleIs('bench')
  const depleted = { ...free, custody: 'DEPLETED', custodyEventId: 7 } as const
  serverAnswers(sampleBulkApi.chosen, { samples: [depleted] })
  serverAnswers(custodyApi.set, { success: true, count: 1, eventIds: [8] })
  const undone = serverAnswers(custodyApi.undo, { success: true, count: 1 })
  const user = openScreen(<Dialog samples={[depleted]} />)
  await changeAndUndo(user, /Disposed of/)
  await waitFor(() => expect(undone.map(({ body }) => body)).toEqual([{ eventIds: [8] }]))
})

test('while roles are on, the undo of the notice asks why if one of the samples is in use again', async () => {
  signIn()
  roleIs('bench')
  const depleted = { ...other, custody: 'DEPLETED', custodyEventId: 7 } as const
  serverAnswers(sampleBulkApi.chosen, { samples: [free, depleted] })
  serverAnswers(custodyApi.set, { success: true, count: 2, eventIds: [8, 9] })
  const user = openScreen(<Dialog samples={[free, depleted]} />)
  await changeAndUndo(user, /Disposed of/)
  expect(await screen.findByRole('dialog', { name: 'Put it back into use?' })).toBeVisible()
})

test('while roles are on, the undo of the notice asks why the samples are released from quarantine', async () => {
  signIn()
  roleIs('bench')
  serverAnswers(sampleBulkApi.chosen, { samples: [free] })
  serverAnswers(custodyApi.set, { success: true, count: 1, eventIds: [8] })
  const undone = serverAnswers(custodyApi.undo, { success: true, count: 1 })
  const user = openScreen(<Dialog samples={[free]} />)
  await changeAndUndo(user, /Quarantine/)
  const question = within(await screen.findByRole('dialog', { name: 'Release it from quarantine?' }))
  await user.type(question.getByRole('textbox'), 'the wrong tube')
  await user.click(question.getByRole('button', { name: 'Undo the change' }))
  await waitFor(() =>
    expect(undone.map(({ body }) => body)).toEqual([{ eventIds: [8], reason: 'the wrong tube' }]),
  )
})

test('the undo of the notice names the cells that it frees, and frees them once that is confirmed', async () => {
  const depleted = { ...free, custody: 'DEPLETED', custodyEventId: 7 } as const
  serverAnswers(sampleBulkApi.chosen, { samples: [depleted] })
  serverAnswers(custodyApi.set, { success: true, count: 1, eventIds: [8] })
  const message = 'NB-1 (T0000001) is in B3 of Box 1. The undo would take it out of storage.'
  serverRefuses(custodyApi.undo, 409, { code: 'undo-frees-cells', message })
  const user = openScreen(<Dialog samples={[depleted]} />)
  await changeAndUndo(user, /Available/)
  const question = within(await screen.findByRole('dialog', { name: /^Take out of storage/ }))
  expect(question.getByText(message)).toBeVisible()
  const undone = serverAnswers(custodyApi.undo, { success: true, count: 1 })
  await user.click(question.getByRole('button', { name: 'Undo the change' }))
  await waitFor(() => expect(undone.map(({ body }) => body)).toEqual([{ eventIds: [8], freesCells: true }]))
})
