import { picksApi } from '@lims/contract/picks.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BulkBarOfSorted, chooseFromMenu, idOf, ids, serverHasSamples } from '../../../test/open-bulk-bar.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { openScreen } from '../../../test/open-screen.tsx'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { aStorage } from '../../../test/storage-records.ts'
import { setWidth } from '../../../test/width.ts'
import './pick-list-dialog.tsx'

async function openBar() {
  setWidth(1440)
  signIn()
  const user = openScreen(<BulkBarOfSorted />)
  await screen.findByText('3 chosen')
  return user
}
const sortAnew = () => act(() => screen.getByText('Sort anew').click())

test('each tube keeps the cell of the preview while others change the order of the list', async () => {
  serverHasSamples()
  const box = aStorage({ numberRows: 2, numberColumns: 2, capacity: 4, occupied: 0 })
  serverAnswers(storageApi.search, { storages: [box], totalStorages: 1 })
  serverAnswers(storageApi.get, { storage: box })
  serverAnswers(storageApi.occupancy, { occupancy: [], capacity: 4, occupied: 0 })
  const reply = { success: true as const, count: 3, before: [], custodyEventIds: [] }
  const moved = serverAnswers(sampleLocationApi.arrange, reply)
  const user = await openBar()
  const shown = () =>
    within(screen.getByRole('dialog'))
      .getAllByText(/^T000000\d$/)
      .map(({ textContent }) => textContent)

  await user.click(screen.getByRole('button', { name: 'Place in a box…' }))
  await user.click(await screen.findByLabelText('Box'))
  await user.click(await screen.findByText(/^Box · /))
  await screen.findByLabelText('Box 03: tubes would go to A1 to A2')
  sortAnew()
  await untilReplied()
  expect(shown()).toEqual(['T0000001', 'T0000002', 'T0000003'])
  await user.click(screen.getByRole('button', { name: 'Place 3 tubes' }))
  expect(await screen.findByText('3 tubes placed in Box 03')).toBeVisible()
  expect(moved[0]?.body).toMatchObject({ moves: ids.map((sampleId) => ({ sampleId })) })
})

test('that tubes are left out of a pick list stays confirmed while others change the order of the list', async () => {
  const shown = { sampleId: idOf(2), name: 'NB-2', tubeId: 'T0000002', reason: 'checked out by Bo Chen' }
  serverAnswers(picksApi.check, { numAvailable: 2, unavailable: [shown] })
  serverAnswers(picksApi.people, { people: [] })
  const user = await openBar()
  await chooseFromMenu(user, 'Pick list…')
  const withoutThem = () => screen.findByLabelText('Create the list without them')
  await user.click(await withoutThem())
  sortAnew()
  await untilReplied()
  expect(await withoutThem()).toBeChecked()
})
