import type { ChosenDetails } from '@lims/contract/sample-bulk.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BulkBarOfThree, samples, serverHasSamples } from '../../../test/open-bulk-bar.tsx'
import { untilReplied } from '../../../test/open-requests.ts'
import { openScreen } from '../../../test/open-screen.tsx'
import { serverAnswers } from '../../../test/server.ts'
import { aStorage, aStoredTube } from '../../../test/storage-records.ts'
import { setWidth } from '../../../test/width.ts'
import { storageKeys } from '../../entities/storage/storage-api.ts'

let changeElsewhere = () => {}

/** Simulates a live update: invalidates all storage queries. */
function Elsewhere() {
  const queryClient = useQueryClient()
  changeElsewhere = () => void queryClient.invalidateQueries({ queryKey: storageKeys.all })
  return null
}

/** The box of three columns and two rows has tubes in these columns of its first row. */
function boxContains(...columns: number[]) {
  const box = aStorage({ numberRows: 2, numberColumns: 3, capacity: 6, occupied: columns.length })
  serverAnswers(storageApi.search, { storages: [box], totalStorages: 1 })
  serverAnswers(storageApi.get, { storage: box })
  const occupancy = columns.map((columnCoordinate) => aStoredTube({ columnCoordinate }))
  serverAnswers(storageApi.occupancy, { occupancy, capacity: 6, occupied: columns.length })
}

async function openPreview(...others: ChosenDetails[]) {
  serverHasSamples(...others)
  boxContains(1)
  setWidth(1440)
  const user = openScreen(
    <>
      <Elsewhere />
      <BulkBarOfThree />
    </>,
  )
  await user.click(await screen.findByRole('button', { name: 'Place in a box…' }))
  await user.click(await screen.findByLabelText('Box'))
  await user.click(await screen.findByText(/^Box · /))
  await screen.findByLabelText('Box 03: tubes would go to B1 to A2')
}
async function changeTo(...columns: number[]) {
  boxContains(...columns)
  act(() => changeElsewhere())
  await untilReplied()
}
const warning = 'Others have filled cells of Box 03: tubes now have other cells than before.'

test('tubes keep the cells of the preview while others take a tube out of the box', async () => {
  await openPreview()
  await changeTo()
  expect(screen.getByLabelText('Box 03: tubes would go to B1 to A2')).toBeVisible()
  expect(screen.queryByText(warning)).not.toBeInTheDocument()
})

test('warns that tubes have other cells after others have filled one of those in the preview', async () => {
  await openPreview()
  await changeTo(1, 2)
  expect(await screen.findByLabelText('Box 03: tubes would go to C1 to B2')).toBeVisible()
  expect(screen.getByText(warning)).toBeVisible()
})

test('warns that a tube of the preview is checked out, and would be recorded as returned', async () => {
  const [first] = samples as [ChosenDetails]
  await openPreview({ ...first, custody: 'CHECKED_OUT' })
  expect(
    await screen.findByText('1 tube is checked out on record. Placing records the return.'),
  ).toBeVisible()
})
