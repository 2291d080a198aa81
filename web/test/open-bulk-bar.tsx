import { type ChosenDetails, sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect } from 'vitest'
import { BulkBar } from '../src/features/sample-selection/bulk-bar.tsx'
import '../src/features/sample-selection/add-children-dialog.tsx'
import '../src/features/sample-selection/edit-field-dialog.tsx'
import '../src/features/sample-selection/place-dialog.tsx'
import '../src/features/sample-selection/return-dialog.tsx'
import { useChosenSamples } from '../src/features/sample-selection/use-chosen-samples.ts'
import { openScreen } from './open-screen.tsx'
import { aSample } from './records.ts'
import { serverAnswers } from './server.ts'
import { setWidth } from './width.ts'

export const idOf = (number: number) => `7f9c24e8-3b1a-4d0e-9c55-00000000000${number}`
/** A sample as the dialogs of many samples show it. */
export const details = (number: number, place: ChosenDetails['place'] = null): ChosenDetails => ({
  id: idOf(number),
  name: `NB-${number}`,
  alias: `T000000${number}`,
  status: 'RECEIVED' as const,
  type: 'PLASMA' as const,
  custody: 'AVAILABLE' as const,
  custodyEventId: null,
  volume: 2,
  subjectId: null,
  siteId: null,
  visitId: null,
  version: 1,
  batchId: aSample().batchId,
  batchName: aSample().batchName,
  place,
})
const inBox = (position: string, rowCoordinate: number, columnCoordinate: number) => ({
  storageId: 7,
  storageName: 'Box 07',
  rowCoordinate,
  columnCoordinate,
  position,
  path: `Freezer 1 › Box 07 › ${position}`,
})
export const samples = [details(1, inBox('B1', 1, 2)), details(2), details(3, inBox('A2', 2, 1))]
export const ids = samples.map(({ id }) => id)

export function BulkBarOfThree() {
  return (
    <BulkBar
      printLabels={(ids) => <p>Labels of {ids.length}</p>}
      chosen={useChosenSamples(samples, 'test', { startsWithAll: true })}
    />
  )
}
/** The bar of the three, whose list comes in another order at a press of the button. */
export function BulkBarOfSorted() {
  const [loaded, setLoaded] = useState(samples)
  return (
    <>
      <button type="button" onClick={() => setLoaded(samples.toReversed())}>
        Sort anew
      </button>
      <BulkBar printLabels={() => null} chosen={useChosenSamples(loaded, 'test', { startsWithAll: true })} />
    </>
  )
}
/** The server has the three samples and others, and replies in the order of a request. Returns the requests. */
export function serverHasSamples(...others: ChosenDetails[]) {
  const byId = new Map([...samples, ...others].map((sample) => [sample.id, sample]))
  return serverAnswers(sampleBulkApi.chosen, ({ body }) => ({
    samples: (body as { sampleIds: string[] }).sampleIds.flatMap((id) => byId.get(id) ?? []),
  }))
}
/** Opens the bar of three chosen samples: two in Box 07 and one without a place. */
export const openBar = async () => {
  setWidth(1440)
  const user = openScreen(<BulkBarOfThree />)
  await screen.findByText('3 chosen')
  return user
}

export async function chooseFromMenu(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

/** Fills in the dialog for children of the three, and sends it. */
export async function createChildren(user: UserEvent) {
  const quantity = await screen.findByLabelText('Quantity')
  const dialog = within(screen.getByRole('dialog', { name: 'Create Children of 3 samples' }))
  await waitFor(() => expect(quantity).toHaveFocus())
  await user.type(quantity, '1')
  await user.click(dialog.getByRole('combobox', { name: 'Sample type' }))
  await user.click(await screen.findByTitle('PLASMA'))
  await user.click(await dialog.findByRole('button', { name: 'Create' }))
  return dialog
}
