import { custodyApi } from '@lims/contract/custody-api.ts'
import { deletionsApi } from '@lims/contract/deletions.ts'
import { exportsApi } from '@lims/contract/exports.ts'
import { type ChosenDetails, sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import {
  BulkBarOfThree,
  chooseFromMenu,
  createChildren,
  details,
  idOf,
  ids,
  openBar,
  samples,
} from '../../../test/open-bulk-bar.tsx'
import { openScreen } from '../../../test/open-screen.tsx'
import { keysOf, server, serverAnswers, serverLosesReplies, serverRefuses } from '../../../test/server.ts'
import { aStorage, aStoredTube } from '../../../test/storage-records.ts'
import { setWidth } from '../../../test/width.ts'

const moveOf = (sample: ChosenDetails, row: number, column: number) => ({
  sampleId: sample.id,
  storageId: 3,
  rowCoordinate: row,
  columnCoordinate: column,
})
const placeNow = ({ id, place }: ChosenDetails) => ({
  sampleId: id,
  storageId: place?.storageId ?? 0,
  rowCoordinate: place?.rowCoordinate ?? null,
  columnCoordinate: place?.columnCoordinate ?? null,
})
/** With the change of custody that holds: another person may check the tube out in the meantime. */
const seenNow = (sample: ChosenDetails) => ({
  ...placeNow(sample),
  custodyEventId: sample.custodyEventId,
})

test('E5 chosen samples are deleted together after the question, with one undo', async () => {
  const deletionId = '5a1d3f52-1111-4a53-9a53-0d6a6f3c1f11'
  const deleted = serverAnswers(sampleBulkApi.delete, { success: true, deletionId, numSamples: 3 })
  const undone = serverAnswers(deletionsApi.undo, { success: true, numSamples: 3 })
  const user = await openBar()
  await chooseFromMenu(user, 'Delete…')
  const question = await screen.findByRole('dialog', {
    name: 'Are you sure you want to delete these 3 samples?',
  })
  expect(question).toContainElement(screen.getByText('NB-1, NB-2, NB-3'))
  await user.click(screen.getByRole('button', { name: 'Delete 3 samples' }))
  expect(await screen.findByText('3 samples deleted')).toBeVisible()
  expect(deleted.map(({ body }) => body)).toEqual([{ sampleIds: ids }])
  await waitFor(() => expect(question).not.toBeVisible())
  expect(screen.queryByLabelText('Chosen samples')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('3 samples are back')).toBeVisible()
  expect(undone.map(({ body }) => body)).toEqual([{ deletionId }])
})

test('E5 a refused deletion shows the reason, and the samples stay chosen', async () => {
  const message = 'NB-1 has 1 child sample that is not chosen. Nothing was deleted; choose the children too.'
  serverRefuses(sampleBulkApi.delete, 409, { code: 'sample-has-children', message })
  const user = await openBar()
  await chooseFromMenu(user, 'Delete…')
  await user.click(await screen.findByRole('button', { name: 'Delete 3 samples' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByText('3 chosen')).toBeVisible()
})

test('E5 chosen tubes are taken out from where they are expected, and undone by moving back', async () => {
  const seen = samples.map((sample, index) => ({
    ...sample,
    custodyEventId: index === 0 ? null : 20 + index,
  }))
  serverAnswers(sampleBulkApi.chosen, { samples: seen })
  const stored = [seen[0], seen[2]].map((sample) => sample as ChosenDetails)
  const before = stored.map(placeNow)
  const moved = serverAnswers(sampleLocationApi.arrange, {
    success: true,
    count: 2,
    before,
    custodyEventIds: [],
  })
  const user = await openBar()
  await chooseFromMenu(user, 'Take out of storage…')
  const question = await screen.findByRole('dialog', { name: 'Take 2 tubes out of storage?' })
  const where = screen.getByText('They leave Freezer 1 › Box 07. 1 sample of those chosen is not in storage.')
  expect(question).toContainElement(where)
  await user.click(screen.getByRole('button', { name: 'Take out' }))
  expect(await screen.findByText('2 tubes taken out of storage')).toBeVisible()
  const moves = [ids[0], ids[2]].map((sampleId) => ({ sampleId, storageId: 0 }))
  expect(moved[0]?.body).toEqual({ moves, expected: stored.map(seenNow) })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  const undo = { custodyEventIds: [] }
  await waitFor(() => expect(moved[1]?.body).toEqual({ moves: before, expected: moves, undo }))
})

test('those of the chosen samples that are checked out are returned together, with one undo', async () => {
  const out = samples.map((sample, index) => ({
    ...sample,
    custody: index === 1 ? ('MISSING' as const) : ('CHECKED_OUT' as const),
    custodyEventId: 20 + index,
  }))
  serverAnswers(sampleBulkApi.chosen, { samples: out })
  const tubes = [samples[0], samples[2]].map((sample, index) => ({
    id: idOf(index),
    name: sample?.name ?? '',
    alias: sample?.alias ?? '',
    type: 'PLASMA' as const,
    custody: 'AVAILABLE' as const,
    thawCount: 0,
    place: null,
    eventId: 30 + index,
    wasMissing: false,
    freeCell: null,
  }))
  const returned = serverAnswers(custodyApi.return, { success: true, tubes })
  const undone = serverAnswers(custodyApi.undo, { success: true, count: 2 })
  const user = await openBar()
  await chooseFromMenu(user, 'Return…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Return 3 samples' }))
  const then = '2 of them are checked out. They then wait to be put away.'
  expect(await dialog.findByText(then)).toBeVisible()
  expect(returned).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Return 2 tubes' }))
  expect(await screen.findByText('2 tubes returned')).toBeVisible()
  expect(returned[0]?.body).toEqual({ identifiers: [ids[0], ids[2]], custodyEventIds: [20, 22] })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(undone[0]?.body).toEqual({ eventIds: [30, 31] }))
})

test('Return says if none of the chosen samples is checked out', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples })
  const user = await openBar()
  await chooseFromMenu(user, 'Return…')
  expect(await screen.findByText('None of these samples is checked out.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Return' })).toBeDisabled()
})

test('E5 E13 each chosen sample gets the same children, which are chosen then, and undone together', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples })
  const children = [4, 5, 6].map((number) => ({
    id: idOf(number),
    name: `NB-${number - 3}-PLASMA-1`,
    alias: `T000000${number}`,
    status: 'UNKNOWN' as const,
  }))
  const undo = { creations: ids.map((id, index) => ({ parentSampleId: id, childIds: [idOf(4 + index)] })) }
  const added = serverAnswers(sampleBulkApi.addChildren, { success: true, count: 3, samples: children, undo })
  const undone = serverAnswers(sampleBulkApi.undoAddChildren, { success: true, count: 3 })
  const user = await openBar()
  await chooseFromMenu(user, 'Create children…')
  const quantity = await screen.findByLabelText('Quantity')
  const dialog = within(screen.getByRole('dialog', { name: 'Create Children of 3 samples' }))
  await waitFor(() => expect(quantity).toHaveFocus())
  await user.keyboard('1')
  await user.click(dialog.getByRole('combobox', { name: 'Sample type' }))
  await user.click(await screen.findByTitle('PLASMA'))
  expect(dialog.getByText(/^Named NB-1-PLASMA-n/)).toHaveTextContent('and so on for each sample.')
  expect(dialog.getByRole('checkbox', { name: /^Take it off the parents, which have 2.mL$/ })).toBeChecked()
  await user.type(dialog.getByLabelText('Volume of each (optional)'), '0,5')
  expect(await dialog.findByText('At least 1.5 mL left of 2 mL')).toBeVisible()
  await user.click(await dialog.findByRole('button', { name: 'Create' }))
  expect(await screen.findByText('3 child samples created and chosen')).toBeVisible()
  expect(added[0]?.body).toEqual({
    parentSampleIds: ids,
    count: 1,
    type: 'PLASMA',
    volume: 0.5,
    takeFromParent: true,
  })
  expect(screen.getByText('3 chosen, 3 not in this list')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('3 child samples removed')).toBeVisible()
  expect(undone[0]?.body).toEqual(undo)
  expect(await screen.findByText('3 chosen')).toBeVisible()
})

test('children that a try without a reply has created are not created again, and the notice says that they are all', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples })
  const lost = serverLosesReplies(sampleBulkApi.addChildren)
  const user = await openBar()
  await chooseFromMenu(user, 'Create children…')
  const dialog = await createChildren(user)
  await screen.findByText('It is not known whether this was done')
  const reply = { success: true as const, count: 3, samples, undo: { creations: [] } }
  const repeated = serverAnswers(sampleBulkApi.addChildren, reply)
  await user.click(await dialog.findByRole('button', { name: 'Create' }))
  expect(
    await screen.findByText('NB-1, NB-2, NB-3. Your earlier try, which had no reply, created no others.'),
  ).toBeVisible()
  expect(keysOf(repeated)).toEqual(keysOf(lost))
})

test('children of a try without a reply that were deleted since are not said to be created, and others can be', async () => {
  const children = [details(4), details(5), details(6)]
  serverAnswers(sampleBulkApi.chosen, ({ body }) => ({
    samples: (body as { sampleIds: string[] }).sampleIds.includes(idOf(4)) ? [details(4)] : samples,
  }))
  const lost = serverLosesReplies(sampleBulkApi.addChildren)
  const user = await openBar()
  await chooseFromMenu(user, 'Create children…')
  const dialog = await createChildren(user)
  await screen.findByText('It is not known whether this was done')

  const reply = { success: true as const, count: 3, samples: children, undo: { creations: [] } }
  const repeated = serverAnswers(sampleBulkApi.addChildren, reply)
  await user.click(await dialog.findByRole('button', { name: 'Create' }))
  expect(
    await screen.findByText(
      'Your earlier try had created them, and they were deleted since. Create again to create others.',
    ),
  ).toBeVisible()
  expect(screen.queryByText(/created and chosen/)).toBeNull()

  await user.click(await dialog.findByRole('button', { name: 'Create' }))
  expect(await screen.findByText('3 child samples created and chosen')).toBeVisible()
  const [first, second] = keysOf(repeated)
  expect(first).toBe(keysOf(lost)[0])
  expect(second).not.toBe(first)
})

test('the focus returns from a dialog to the menu that opened it', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples })
  const user = await openBar()
  setWidth(390)
  const more = screen.getByRole('button', { name: 'More actions' })
  await user.click(more)
  await user.click(await screen.findByRole('menuitem', { name: 'Edit a field…' }))
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(more).toHaveFocus()
})

test('E5 E13 the first parent that holds too little is named before anything is sent', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples: [details(1), { ...details(2), volume: 0.1 }] })
  const added = serverRefuses(sampleBulkApi.addChildren, 409)
  const user = await openBar()
  await chooseFromMenu(user, 'Create children…')
  const quantity = await screen.findByLabelText('Quantity')
  const dialog = within(screen.getByRole('dialog', { name: /^Create Children of/ }))
  await waitFor(() => expect(quantity).toHaveFocus())
  await user.click(dialog.getByRole('combobox', { name: 'Sample type' }))
  await user.click(await screen.findByTitle('PLASMA'))
  await user.type(dialog.getByLabelText('Volume of each (optional)'), '0.05')
  expect(await dialog.findByText('NB-2 has only 0.1 mL left: 3 × 0.05 mL are 0.15 mL.')).toBeVisible()
  await user.click(await dialog.findByRole('button', { name: 'Create' }))
  expect(added).toEqual([])
})

test('E13 a quantity of children beyond the bound gets one refusal, also for many parents', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples: [details(1), details(2)] })
  const user = await openBar()
  await chooseFromMenu(user, 'Create children…')
  const quantity = await screen.findByLabelText('Quantity')
  await waitFor(() => expect(quantity).toHaveFocus())
  await user.type(quantity, '9999')
  expect(await screen.findByText('Quantity must be between 1 and 50')).toBeVisible()
  expect(screen.queryByText(/^At most 10,000/)).toBeNull()
})

function openBox(occupied = [aStoredTube({ contentId: idOf(9), rowCoordinate: 1, columnCoordinate: 1 })]) {
  const box = aStorage({ numberRows: 2, numberColumns: 2, capacity: 4, occupied: occupied.length })
  serverAnswers(sampleBulkApi.chosen, { samples })
  serverAnswers(storageApi.search, { storages: [box], totalStorages: 1 })
  serverAnswers(storageApi.get, { storage: box })
  serverAnswers(storageApi.occupancy, { occupancy: occupied, capacity: 4, occupied: occupied.length })
}
async function chooseBox(user: Awaited<ReturnType<typeof openBar>>) {
  await user.click(screen.getByRole('button', { name: 'Place in a box…' }))
  await user.click(await screen.findByLabelText('Box'))
  await user.click(await screen.findByText(/^Box · /))
}

test('E5 a preview shows which tube goes to which free cell before they are placed', async () => {
  openBox()
  const moved = serverAnswers(sampleLocationApi.arrange, {
    success: true,
    count: 3,
    before: [],
    custodyEventIds: [],
  })
  const user = await openBar()
  await chooseBox(user)
  expect(await screen.findByLabelText('Box 03: tubes would go to B1 to B2')).toBeVisible()
  const rows = within(screen.getByRole('dialog')).getAllByText(/^T000000\d$/)
  expect(rows.map(({ textContent }) => textContent)).toEqual(['T0000001', 'T0000002', 'T0000003'])
  expect(screen.getByTitle('Freezer 1 › Box 07 › A2')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Place 3 tubes' }))
  expect(await screen.findByText('3 tubes placed in Box 03')).toBeVisible()
  const [one, two, three] = samples as [ChosenDetails, ChosenDetails, ChosenDetails]
  expect(moved[0]?.body).toEqual({
    moves: [moveOf(one, 1, 2), moveOf(two, 2, 1), moveOf(three, 2, 2)],
    expected: samples.map(seenNow),
  })
})

test('E5 down the columns the tubes fill the same cells in another order', async () => {
  openBox()
  const user = await openBar()
  await chooseBox(user)
  await user.click(await screen.findByText('Down the columns'))
  expect(await screen.findByLabelText('Box 03: tubes would go to A2 to B2')).toBeVisible()
})

test('E5 a box with too few free cells shows how many are missing, and nothing can be placed', async () => {
  openBox([aStoredTube({ contentId: idOf(9) }), aStoredTube({ contentId: idOf(8), columnCoordinate: 2 })])
  const user = await openBar()
  await chooseBox(user)
  expect(
    await screen.findByText(
      'Box 03 has 2 free cells: 1 tube would have no room. Choose another box, or fewer samples.',
    ),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Place' })).toBeDisabled()
})

test('E5 the chosen samples are exported', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
  const bodies: unknown[] = []
  server.use(
    http.post(`*/api${exportsApi.chosen.path}`, async ({ request }) => {
      bodies.push(await request.json())
      return new HttpResponse('id', {
        headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename=chosen.csv' },
      })
    }),
  )
  const user = await openBar()
  await user.click(screen.getByRole('button', { name: 'Export chosen' }))
  await user.click(await screen.findByRole('menuitem', { name: 'As CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(bodies).toEqual([{ sampleIds: ids, format: 'csv' }])
})

test('E5 on a phone the other actions are in a menu', async () => {
  setWidth(390)
  serverAnswers(sampleBulkApi.chosen, { samples })
  const user = openScreen(<BulkBarOfThree />)
  await chooseFromMenu(user, 'Take out of storage…')
  const question = await screen.findByRole('dialog', { name: 'Take 2 tubes out of storage?' })
  await waitFor(() => expect(question).toBeVisible())
})

function HarnessToLeave() {
  const [isHere, setHere] = useState(true)
  return (
    <>
      {isHere && <BulkBarOfThree />}
      <button type="button" onClick={() => setHere(false)}>
        Leave
      </button>
    </>
  )
}

test('E5 a reply that comes after the page was left asks nothing on the next page', async () => {
  let reply = () => {}
  const late = new Promise<void>((resolve) => {
    reply = resolve
  })
  const requests = serverAnswers(sampleBulkApi.chosen, async () => {
    await late
    return { samples }
  })
  const user = openScreen(<HarnessToLeave />)
  await chooseFromMenu(user, 'Take out of storage…')
  await waitFor(() => expect(requests).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  reply()
  const question = screen.findByRole('dialog', { name: /out of storage/ }, { timeout: 500 })
  await expect(question).rejects.toThrow()
})

test('E5 the labels of the chosen samples are printed', async () => {
  const user = await openBar()
  await user.click(screen.getByRole('button', { name: 'Print labels…' }))
  expect(await screen.findByText('Labels of 3')).toBeVisible()
})
