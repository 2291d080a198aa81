import { type CustodyEvent, custodyApi } from '@lims/contract/custody-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { untilReplied } from '../../../../../test/open-requests.ts'
import { openScreen } from '../../../../../test/open-screen.tsx'
import { aCustodyEvent, aSample } from '../../../../../test/records.ts'
import { roleIs } from '../../../../../test/roles.ts'
import { keysOf, serverAnswers, serverLosesReplies, serverRefuses } from '../../../../../test/server.ts'
import { signIn } from '../../../../../test/session-token.ts'
import { CustodyPanel } from './custody-panel.tsx'

const checkedOut = aCustodyEvent({ expectedReturnAt: new Date('2026-12-02T00:00').toISOString() })

test('a tube that is expected back by the end of a day is due on that day', async () => {
  signIn()
  serverAnswers(custodyApi.history, { events: [checkedOut], thawLimit: null })
  openScreen(<CustodyPanel sample={aSample({ custody: 'CHECKED_OUT' })} />)
  expect(await screen.findByText(/^Bo Chen, .*, expected back by 1 Dec 2026$/)).toBeVisible()
})

test('a reserved tube leads to its pick list', async () => {
  signIn()
  const pickList = { id: '5d7f8a52-0b0d-4f6e-9b1e-6f5f0c1d2e3f', name: 'C2N shipment' }
  const reserved = aCustodyEvent({ via: 'reserve', to: 'RESERVED', pickList })
  serverAnswers(custodyApi.history, { events: [reserved], thawLimit: null })
  openScreen(<CustodyPanel sample={aSample({ custody: 'RESERVED' })} />)
  const link = await screen.findByRole('link', { name: 'C2N shipment' })
  expect(link).toHaveAttribute('href', `/picks/${pickList.id}`)
})

test('a tube is not checked out back by a day that is past', async () => {
  signIn()
  serverAnswers(custodyApi.history, { events: [], thawLimit: null })
  const user = openScreen(<CustodyPanel sample={aSample({ custody: 'AVAILABLE' })} />)
  await user.click(await screen.findByRole('button', { name: 'Check out…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Purpose'), 'ELISA')
  fireEvent.change(dialog.getByLabelText(/^Expected back/), { target: { value: '2024-11-20' } })
  await user.click(dialog.getByRole('button', { name: 'Check out' }))
  expect(await dialog.findByText('The day must not be in the past')).toBeVisible()
})

test('a return whose reply was lost is repeated as the same, but not after another check-out', async () => {
  signIn()
  const events = [checkedOut]
  serverAnswers(custodyApi.history, () => ({ events, thawLimit: null }))
  const lost = serverRefuses(custodyApi.return, 502)
  const user = openScreen(
    <>
      <CustodyPanel sample={aSample({ custody: 'CHECKED_OUT' })} />
      <Changed />
    </>,
  )
  const giveBack = async () => {
    const before = lost.length
    await user.click(await screen.findByRole('button', { name: 'Return' }))
    await waitFor(() => expect(lost).toHaveLength(before + 1))
  }
  await screen.findByText(/ELISA/)
  await giveBack()
  await giveBack()
  events.unshift({ ...checkedOut, id: 3, purpose: 'PCR' })
  await user.click(screen.getByRole('button', { name: 'Changed' }))
  await screen.findByText(/PCR/)
  await giveBack()
  const [first, second, third] = keysOf(lost)
  expect(first).toMatch(/\d/)
  expect([second, third]).toEqual([first, expect.not.stringMatching(`^${first}$`)])
})

/** Stands for a live update. */
function Changed() {
  const queryClient = useQueryClient()
  return (
    <button type="button" onClick={() => queryClient.invalidateQueries()}>
      Changed
    </button>
  )
}

test('a return names the check-out that is shown, also if a later change of it was undone', async () => {
  signIn()
  const missing: CustodyEvent = {
    ...checkedOut,
    id: 2,
    via: 'set',
    from: 'CHECKED_OUT',
    to: 'MISSING',
    isUndone: true,
  }
  const undo: CustodyEvent = { ...missing, id: 3, via: 'undo', undoes: 2, isUndone: false }
  serverAnswers(custodyApi.history, { events: [undo, missing, checkedOut], thawLimit: null })
  const returned = serverAnswers(custodyApi.return, { success: true, tubes: [] })
  const sample = aSample({ custody: 'CHECKED_OUT' })
  const user = openScreen(<CustodyPanel sample={sample} />)
  await screen.findAllByText(/ELISA/)
  await user.click(screen.getByRole('button', { name: 'Return' }))
  await waitFor(() =>
    expect(returned[0]?.body).toEqual({ identifiers: [sample.id], custodyEventIds: [checkedOut.id] }),
  )
})

test('a check-out over the limit that was undone waits for no confirmation', async () => {
  signIn()
  const overLimit = { thawCount: 4, thawLimit: 3, confirmedBy: null }
  const undone = { ...checkedOut, overLimit, isUndone: true, canUndo: false }
  const history = [undone, { ...undone, id: 2, purpose: 'PCR', isUndone: false }]
  serverAnswers(custodyApi.history, { events: history, thawLimit: 3 })
  openScreen(<CustodyPanel sample={aSample({ custody: 'CHECKED_OUT' })} />)
  expect(await screen.findAllByText(/^Bo Chen, /)).toHaveLength(2)
  expect(screen.getAllByText(/over the limit, not confirmed yet$/)).toHaveLength(1)
})

test('while roles are on, the undo of a disposal asks why', async () => {
  signIn()
  roleIs('bench')
  const disposed: CustodyEvent = { ...checkedOut, id: 7, via: 'set', to: 'DISPOSED', expectedReturnAt: null }
  serverAnswers(custodyApi.history, { events: [disposed], thawLimit: null })
  const requests = serverAnswers(custodyApi.undo, { success: true, count: 1 })
  const user = openScreen(<CustodyPanel sample={aSample({ custody: 'DISPOSED' })} />)
  const undo = await screen.findByRole('button', { name: 'Undo' })
  // Whether roles are on is among the replies.
  await untilReplied()
  await user.click(undo)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'wrong tube')
  await user.click(dialog.getByRole('button', { name: 'Undo the change' }))
  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toEqual([{ eventIds: [7], reason: 'wrong tube' }]),
  )
})

test('the undo that makes a sample depleted again names the cell that it frees, and frees it once that is confirmed', async () => {
  signIn()
  const available: CustodyEvent = { ...checkedOut, id: 7, via: 'set', from: 'DEPLETED', to: 'AVAILABLE' }
  serverAnswers(custodyApi.history, { events: [available], thawLimit: null })
  const message = 'NB-1 (T0000001) is in B3 of Box 1. The undo would take it out of storage.'
  const refused = serverRefuses(custodyApi.undo, 409, { code: 'undo-frees-cells', message })
  const user = openScreen(<CustodyPanel sample={aSample()} />)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Take out of storage/ }))
  expect(dialog.getByText(message)).toBeVisible()
  expect(screen.queryByText('The change could not be undone')).toBeNull()
  const lost = serverLosesReplies(custodyApi.undo)
  await user.click(dialog.getByRole('button', { name: 'Undo the change' }))
  expect(await screen.findByText(/^It is not known whether/)).toBeVisible()
  const undone = serverAnswers(custodyApi.undo, { success: true, count: 1 })
  await user.click(dialog.getByRole('button', { name: 'Undo the change' }))
  await waitFor(() => expect(undone.map(({ body }) => body)).toEqual([{ eventIds: [7], freesCells: true }]))
  expect(keysOf(undone)).toEqual(keysOf(lost))
  expect(refused.map(({ body }) => body)).toEqual([{ eventIds: [7] }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('while roles are on, the undo that makes a sample depleted again asks nothing', async () => {
  signIn()
  roleIs('bench')
  const disposed: CustodyEvent = {
    ...{ ...checkedOut, id: 7, via: 'set', from: 'DEPLETED', to: 'DISPOSED' },
    expectedReturnAt: null,
  }
  serverAnswers(custodyApi.history, { events: [disposed], thawLimit: null })
  const requests = serverAnswers(custodyApi.undo, { success: true, count: 1 })
  const user = openScreen(<CustodyPanel sample={aSample({ custody: 'DISPOSED' })} />)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ eventIds: [7] }]))
})

test.each([
  [2, [], '2 freeze-thaw cycles of 3: before it was registered'],
  [
    3,
    [{ ...checkedOut, thawed: true }],
    '3 freeze-thaw cycles of 3: 20 Nov 2026, 2 before it was registered',
  ],
  [1, [{ ...checkedOut, thawed: true }], '1 freeze-thaw cycle of 3: 20 Nov 2026'],
])('the panel says when each of %i freeze-thaw cycles was', async (thawCount, events, text) => {
  signIn()
  serverAnswers(custodyApi.history, { events, thawLimit: 3 })
  openScreen(<CustodyPanel sample={aSample({ custody: 'CHECKED_OUT', thawCount })} />)
  expect(await screen.findByText(text)).toBeVisible()
})
