import { picksApi } from '@lims/contract/picks.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { aSample } from '../../../test/records.ts'
import { keysOf, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { PickListDialog } from './pick-list-dialog.tsx'

const day = () => screen.findByLabelText(/^Expected return/)

function Opener() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        New
      </button>
      <PickListDialog sampleIds={[aSample().id]} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

test('a day of return in the past is refused, and the next pick list does not begin with the day of the last one', async () => {
  signIn()
  serverAnswers(picksApi.check, { numAvailable: 1, unavailable: [] })
  serverAnswers(picksApi.people, { people: [] })
  const user = openScreen(<Opener />)
  await user.click(await screen.findByRole('button', { name: 'New' }))
  await user.type(await screen.findByLabelText('Name'), 'C2N shipment')
  fireEvent.change(await day(), { target: { value: '2024-11-20' } })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create pick list' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Create pick list' }))
  expect(await screen.findByText('The day must not be in the past')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await user.click(screen.getByRole('button', { name: 'New' }))
  expect(await day()).toHaveValue('')
})

test('a list whose reply was lost is created as the same one', async () => {
  signIn()
  serverAnswers(picksApi.check, { numAvailable: 1, unavailable: [] })
  serverAnswers(picksApi.people, { people: [] })
  const lost = serverRefuses(picksApi.create, 502)
  const user = openScreen(<Opener />)
  await user.click(await screen.findByRole('button', { name: 'New' }))
  await user.type(await screen.findByLabelText('Name'), 'C2N shipment')
  for (const times of [1, 2]) {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create pick list' })).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Create pick list' }))
    await waitFor(() => expect(lost).toHaveLength(times))
  }
  expect(keysOf(lost)).toEqual([expect.any(String), keysOf(lost)[0]])
})

const twoIds = [aSample().id, '7f9c24e8-3b1a-4d0e-9c55-000000000002']

/** The dialog for two samples, which come in another order at a press of the button. */
function OpenOfSorted() {
  const [sampleIds, setIds] = useState(twoIds)
  return (
    <>
      <button type="button" onClick={() => setIds(twoIds.toReversed())}>
        Sort anew
      </button>
      <PickListDialog sampleIds={sampleIds} isOpen onClose={() => {}} />
    </>
  )
}

test('a list whose reply was lost is created as the same one, although its samples come in another order', async () => {
  signIn()
  const checked = serverAnswers(picksApi.check, { numAvailable: 2, unavailable: [] })
  serverAnswers(picksApi.people, { people: [] })
  const lost = serverRefuses(picksApi.create, 502)
  const user = openScreen(<OpenOfSorted />)
  await user.type(await screen.findByLabelText('Name'), 'C2N shipment')
  const create = () => screen.getByRole('button', { name: 'Create pick list' })
  await waitFor(() => expect(create()).toBeEnabled())
  await user.click(create())
  expect(await screen.findByText('It is not known whether this was done')).toBeVisible()
  act(() => screen.getByText('Sort anew').click())
  await waitFor(() => expect(checked.at(-1)?.body).toEqual({ sampleIds: twoIds.toReversed() }))
  await waitFor(() => expect(create()).toBeEnabled())
  await user.click(create())
  await waitFor(() => expect(lost).toHaveLength(2))
  expect(keysOf(lost)).toEqual([expect.any(String), keysOf(lost)[0]])
})

test('a list whose reply was lost can be tried again although its tubes are reserved by now, and then another one', async () => {
  signIn()
  let isReserved = false
  const reserved = {
    sampleId: aSample().id,
    name: 'NB-1',
    tubeId: 'T1',
    reason: 'reserved for Ada Lindqvist',
  }
  serverAnswers(picksApi.check, () =>
    isReserved ? { numAvailable: 0, unavailable: [reserved] } : { numAvailable: 1, unavailable: [] },
  )
  serverAnswers(picksApi.people, { people: [] })
  const lost = serverRefuses(picksApi.create, 502)
  const user = openScreen(<Opener />)
  await user.click(await screen.findByRole('button', { name: 'New' }))
  await user.type(await screen.findByLabelText('Name'), 'C2N shipment')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create pick list' })).toBeEnabled())
  isReserved = true
  await user.click(screen.getByRole('button', { name: 'Create pick list' }))
  expect(await screen.findByText('It is not known whether this was done')).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Name')).toBeEnabled())
  const refused = serverRefuses(picksApi.create, 409, { code: 'not-reservable', message: '1 more' })
  await user.click(screen.getByRole('button', { name: 'Create pick list' }))
  await waitFor(() => expect(refused).toHaveLength(1))
  expect(keysOf([...lost, ...refused])).toEqual([expect.any(String), keysOf(lost)[0]])

  expect(await screen.findByText('None of these tubes can be reserved.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Create pick list' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  isReserved = false
  await user.click(screen.getByRole('button', { name: 'New' }))
  await waitFor(() => expect(screen.getByText('1 tube can be reserved.')).toBeVisible())
})

test('people who could not be loaded are named in the title of the failure', async () => {
  signIn()
  serverAnswers(picksApi.check, { numAvailable: 1, unavailable: [] })
  serverRefuses(picksApi.people, 500, { code: 'internal', message: 'Something went wrong' })
  const user = openScreen(<Opener />)
  await user.click(await screen.findByRole('button', { name: 'New' }))
  expect(await screen.findByText('The people could not be loaded')).toBeVisible()
})

test('a list that is created without some tubes says which of them were shown', async () => {
  signIn()
  const sampleId = '7f9c24e8-3b1a-4d0e-9c55-000000000002'
  const shown = { sampleId, name: 'NB-2', tubeId: 'T0000002', reason: 'checked out by Bo Chen' }
  serverAnswers(picksApi.check, { numAvailable: 1, unavailable: [shown] })
  serverAnswers(picksApi.people, { people: [] })
  const created = serverRefuses(picksApi.create, 409, { code: 'not-reservable', message: '1 more' })
  const user = openScreen(<Opener />)
  await user.click(await screen.findByRole('button', { name: 'New' }))
  await user.type(await screen.findByLabelText('Name'), 'C2N shipment')
  await user.click(await screen.findByLabelText('Create the list without them'))
  await user.click(screen.getByRole('button', { name: 'Reserve 1 tube' }))
  await waitFor(() =>
    expect(created[0]?.body).toMatchObject({ withoutUnavailable: true, unavailableSampleIds: [sampleId] }),
  )
})
