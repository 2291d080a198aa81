import type { ErrorCode } from '@lims/contract/errors.ts'
import type { SampleLocationReply } from '@lims/contract/sample-location.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../../../test/open-screen.tsx'
import { serverHas, tubeIn } from '../../../../../test/open-storage.ts'
import { aLocation, aSample, noLocation } from '../../../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../../../test/server.ts'
import { aStorage } from '../../../../../test/storage-records.ts'
import { LocationPanel } from './location-panel.tsx'
import { PlaceLine } from './place-line.tsx'

const sample = aSample()
const box = aStorage({ numberRows: 3, numberColumns: 3, capacity: 9 })
const inBox = aLocation()

const inCell = { sampleId: sample.id, storageId: 3, rowCoordinate: 2, columnCoordinate: 3 }
const outside = { sampleId: sample.id, storageId: 0, rowCoordinate: null, columnCoordinate: null }

function open(location: SampleLocationReply) {
  serverAnswers(sampleLocationApi.location, location)
  serverAnswers(storageApi.search, { storages: [box], totalStorages: 1 })
  serverHas([{ storage: box, occupancy: [tubeIn('A1', 1, 1), tubeIn('C2', 2, 3)] }])
  return openScreen(<LocationPanel sample={sample} />)
}

async function openDialog(location: SampleLocationReply) {
  const user = open(location)
  await user.click(await screen.findByRole('button', { name: 'Update Location' }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}

async function choosePlace(label: string) {
  const { user, dialog } = await openDialog(noLocation)
  await user.click(dialog.getByRole('combobox', { name: 'Storage' }))
  await user.click(await screen.findByTitle('Box 03'))
  await waitFor(() => expect(dialog.getByLabelText('Location')).toHaveValue('B1'))
  await user.clear(dialog.getByLabelText('Location'))
  await user.type(dialog.getByLabelText('Location'), label)
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  return { user, dialog }
}

test('SAMPD-14 shows the path, each storage as a link, and the cell on the map of its box', async () => {
  open(inBox)
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Freezer 1', '/storage/1'],
    ['Box 03', '/storage/3'],
    ['C2', '/storage/3/enhanced?cell=C2'],
  ])
  expect(await screen.findByRole('img', { name: 'Map of Box 03: C2 in Box 03' })).toBeVisible()
})

test('a map without the contents of its box is not drawn, as every cell would look free', async () => {
  const user = open(inBox)
  serverRefuses(storageApi.occupancy, 503)
  expect(await screen.findByText('The map of the box could not be loaded')).toBeVisible()
  expect(screen.queryByRole('img', { name: /^Map of/ })).toBeNull()

  serverHas([{ storage: box, occupancy: [] }])
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('img', { name: /^Map of/ })).toBeVisible()
})

test('a search for a box that failed does not say that there is none', async () => {
  const { user, dialog } = await openDialog(noLocation)
  serverRefuses(storageApi.search, 503)
  await user.type(dialog.getByRole('combobox', { name: 'Storage' }), 'Box 7')
  expect(await screen.findByText('The storages could not be loaded')).toBeVisible()
  expect(screen.queryByText('No storage of that name')).toBeNull()
})

test("SAMPD-32 a sample without a place is 'Not in storage'", async () => {
  open(noLocation)
  expect(await screen.findByText('Not in storage')).toBeVisible()
})

test("ERR-49 'No location data available for sample' when the server says nothing about it", async () => {
  serverRefuses(sampleLocationApi.location, 404)
  openScreen(<LocationPanel sample={sample} />)
  expect(await screen.findByText('No location data available for sample')).toBeVisible()
})

test('SAMPD-23 LOC-01 the dialog shows the present location', async () => {
  const { dialog } = await openDialog(inBox)
  expect(dialog.getByText('Update Location')).toBeInTheDocument()
  const current = dialog.getByText('Current Location').parentElement
  expect(current).toHaveTextContent('Freezer 1 › Box 03 › C2')
})

test("LOC-04 ERR-46 'Unknown location' when the location cannot be loaded", async () => {
  serverRefuses(sampleLocationApi.location, 404, { code: 'sample-not-found', message: 'Sample not found' })
  serverAnswers(storageApi.search, { storages: [], totalStorages: 0 })
  const user = openScreen(<LocationPanel sample={sample} />)
  expect(await screen.findByText('Sample not found')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Update Location' }))
  const unknown = await screen.findByText('Unknown location')
  await waitFor(() => expect(unknown).toBeVisible())
})

test("the head of the page says 'Unknown location' when the location cannot be loaded", async () => {
  serverRefuses(sampleLocationApi.location, 503)
  openScreen(<PlaceLine sampleId={sample.id} />)
  expect(await screen.findByText('Unknown location')).toBeVisible()
})

test('VALID-17 VALID-18 asks for a storage and a location', async () => {
  const { user, dialog } = await openDialog(noLocation)
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await dialog.findByText('Please select a storage location')).toBeVisible()
  expect(dialog.getByText('Please input location')).toBeVisible()
})

test('VALID-18 design: a label that names no cell of the box is refused the same way', async () => {
  const requests = serverAnswers(sampleLocationApi.updateLocation, { success: true, ...inBox })
  const { dialog } = await choosePlace('Z9')
  expect(await dialog.findByText('Please input location')).toBeVisible()
  expect(requests).toHaveLength(0)
})

test('LOC-02 LOC-05 places the sample, says so, and takes it back by Undo', async () => {
  const requests = serverAnswers(sampleLocationApi.updateLocation, {
    success: true,
    ...inBox,
    custodyEventIds: [7],
  })
  const undone = serverAnswers(sampleLocationApi.arrange, {
    success: true,
    count: 1,
    before: [],
    custodyEventIds: [],
  })
  const { user } = await choosePlace('c2')
  expect(await screen.findByText('NB-P004-EDTA-2 is now in Freezer 1 › Box 03 › C2')).toBeVisible()
  expect(requests[0]?.body).toEqual({
    sampleLocation: { sampleId: sample.id, storageId: 3, location: 'c2' },
    expected: { storageId: 0, rowCoordinate: null, columnCoordinate: null, custodyEventId: null },
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  const undo = { custodyEventIds: [7] }
  await waitFor(() => expect(undone[0]?.body).toEqual({ moves: [outside], expected: [inCell], undo }))
})

test('the first free cell is offered', async () => {
  const { user, dialog } = await openDialog(noLocation)
  await user.click(dialog.getByRole('combobox', { name: 'Storage' }))
  await user.click(await screen.findByTitle('Box 03'))
  const field = dialog.getByLabelText('Location')
  await waitFor(() => expect(field).toHaveValue('B1'))
  await user.clear(field)
  await user.click(await dialog.findByRole('button', { name: 'first free: B1' }))
  expect(dialog.getByLabelText('Location')).toHaveValue('B1')
})

test('LOC-03 LOC-05 removes the location, says so, and puts it back by Undo', async () => {
  const requests = serverAnswers(sampleLocationApi.arrange, {
    success: true,
    count: 1,
    before: [],
    custodyEventIds: [],
  })
  const { user, dialog } = await openDialog(inBox)
  await user.click(dialog.getByRole('button', { name: 'Remove Location' }))
  expect(await screen.findByText('NB-P004-EDTA-2 is out of storage')).toBeVisible()
  expect(requests[0]?.body).toEqual({ moves: [outside], expected: [{ ...inCell, custodyEventId: null }] })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('NB-P004-EDTA-2 is back in Freezer 1 › Box 03 › C2')).toBeVisible()
  const undo = { custodyEventIds: [] }
  expect(requests[1]?.body).toEqual({ moves: [inCell], expected: [outside], undo })
})

test('LOC-06 a refused update says why, and keeps the dialog', async () => {
  const message = 'C2 of Box 03 holds Tube C2.'
  serverRefuses(sampleLocationApi.updateLocation, 409, { code: 'cell-taken', message })
  const { dialog } = await choosePlace('C2')
  expect(await screen.findByText('Failed to update location')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
  expect(dialog.getByLabelText('Location')).toHaveValue('C2')
})

test('a tube that another person has moved since is not moved, and the dialog shows where it is now', async () => {
  const message = 'A tube has been moved by someone else since. Nothing was moved; please check again.'
  const moved = { ...inBox, location: 'A3', rowCoordinate: 3, columnCoordinate: 1 }
  const { user, dialog } = await openDialog(inBox)
  await waitFor(() => expect(dialog.getByLabelText('Location')).toHaveValue('B1'))
  const refused = serverRefuses(sampleLocationApi.updateLocation, 409, { code: 'moved-meanwhile', message })
  serverAnswers(sampleLocationApi.location, moved)
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByText(message)).toBeVisible()
  const expected = { storageId: 3, rowCoordinate: 2, columnCoordinate: 3 }
  expect(refused[0]?.body).toMatchObject({ expected })
  const current = dialog.getByText('Current Location').parentElement
  await waitFor(() => expect(current).toHaveTextContent('Freezer 1 › Box 03 › A3'))

  const accepted = serverAnswers(sampleLocationApi.updateLocation, { success: true, ...inBox })
  await user.click(await dialog.findByRole('button', { name: 'Submit' }))
  const expectedNow = { storageId: 3, rowCoordinate: 3, columnCoordinate: 1 }
  await waitFor(() => expect(accepted[0]?.body).toMatchObject({ expected: expectedNow }))
})

test('a tube that another person has checked out since the opening is not moved until a refusal has said so', async () => {
  const { user, dialog } = await openDialog(inBox)
  await waitFor(() => expect(dialog.getByLabelText('Location')).toHaveValue('B1'))
  const moved = { ...inBox, location: 'A3', rowCoordinate: 3, columnCoordinate: 1 }
  serverAnswers(sampleLocationApi.location, { ...moved, custodyEventId: 8 })
  const submitRefused = async (code: ErrorCode, message: string) => {
    const refused = serverRefuses(sampleLocationApi.updateLocation, 409, { code, message })
    await user.click(await dialog.findByRole('button', { name: 'Submit' }))
    expect(await screen.findByText(message)).toBeVisible()
    return refused[0]?.body
  }
  await submitRefused('cell-taken', 'B1 of Box 03 holds Tube B1.')
  const current = dialog.getByText('Current Location').parentElement
  await waitFor(() => expect(current).toHaveTextContent('Freezer 1 › Box 03 › A3'))

  const body = await submitRefused('custody-not-possible', 'NB-1 was checked out since its place was read.')
  expect(body).toMatchObject({ expected: { rowCoordinate: 3, custodyEventId: null } })
  serverAnswers(sampleLocationApi.location, { ...inBox, custodyEventId: 9 })
  await submitRefused('cell-taken', 'B1 of Box 03 holds Tube B2.')
  await waitFor(() => expect(current).toHaveTextContent('Freezer 1 › Box 03 › C2'))

  const accepted = serverAnswers(sampleLocationApi.updateLocation, { success: true, ...inBox })
  await user.click(await dialog.findByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(accepted[0]?.body).toMatchObject({ expected: { custodyEventId: 8 } }))
})

test('if the location could not be read at the opening, the custody that was read first is sent', async () => {
  serverRefuses(sampleLocationApi.location, 503)
  serverAnswers(storageApi.search, { storages: [box], totalStorages: 1 })
  serverHas([{ storage: box, occupancy: [] }])
  const user = openScreen(<LocationPanel sample={sample} />)
  await user.click(await screen.findByRole('button', { name: 'Update Location' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox', { name: 'Storage' }))
  await user.click(await screen.findByTitle('Box 03'))
  await waitFor(() => expect(dialog.getByLabelText('Location')).toHaveValue('A1'))
  const submitRefused = async () => {
    const refused = serverRefuses(sampleLocationApi.updateLocation, 409, {
      code: 'cell-taken',
      message: 'A1',
    })
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(refused).toHaveLength(1))
    return refused[0]?.body
  }
  serverAnswers(sampleLocationApi.location, inBox)
  await submitRefused()
  const current = dialog.getByText('Current Location').parentElement
  await waitFor(() => expect(current).toHaveTextContent('Freezer 1 › Box 03 › C2'))
  serverAnswers(sampleLocationApi.location, { ...inBox, custodyEventId: 8 })
  expect(await submitRefused()).toMatchObject({ expected: { custodyEventId: null } })
  expect(await submitRefused()).toMatchObject({ expected: { custodyEventId: null } })
})

test('LOC-07 a refused removal says why', async () => {
  serverRefuses(sampleLocationApi.arrange, 404, {
    code: 'sample-not-found',
    message: 'Sample not found',
  })
  const { user, dialog } = await openDialog(inBox)
  await user.click(dialog.getByRole('button', { name: 'Remove Location' }))
  expect(await screen.findByText('Failed to remove location')).toBeVisible()
  expect(screen.getByText('Sample not found')).toBeVisible()
})

test('D21 the dialog begins at the present box', async () => {
  const { user, dialog } = await openDialog(inBox)
  expect(await dialog.findByTitle('Box 03')).toBeInTheDocument()
  const moved = serverAnswers(sampleLocationApi.updateLocation, { success: true, ...inBox, location: 'B2' })
  await waitFor(() => expect(dialog.getByLabelText('Location')).toHaveValue('B1'))
  await user.clear(dialog.getByLabelText('Location'))
  await user.type(dialog.getByLabelText('Location'), 'B2')
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  await waitFor(() =>
    expect(moved[0]?.body).toMatchObject({ sampleLocation: { storageId: 3, location: 'B2' } }),
  )
})

test('the dialog begins at the box where the tube is now, after it was moved', async () => {
  const other = aStorage({ id: 4, alias: 'Box 04', numberRows: 3, numberColumns: 3, capacity: 9 })
  const { user, dialog } = await openDialog(inBox)
  expect(await dialog.findByTitle('Box 03')).toBeInTheDocument()
  await waitFor(() => expect(dialog.getByLabelText('Location')).toHaveValue('B1'))
  serverAnswers(storageApi.search, { storages: [box, other], totalStorages: 2 })
  serverHas([box, other].map((storage) => ({ storage, occupancy: [] })))
  const path = [{ id: 4, alias: 'Box 04', type: 'BOX' as const, level: 0 }]
  const moved = { ...inBox, storageId: 4, path }
  serverAnswers(sampleLocationApi.updateLocation, { success: true, ...moved })
  serverAnswers(sampleLocationApi.location, moved)
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByRole('link', { name: 'Box 04' })

  await user.click(screen.getByRole('button', { name: 'Update Location' }))
  expect(await within(await screen.findByRole('dialog')).findByTitle('Box 04')).toBeInTheDocument()
})

test('E9 a tube that is nowhere is placed by choosing a box and Enter, in the first free cell', async () => {
  const placed = serverAnswers(sampleLocationApi.updateLocation, { success: true, ...inBox, location: 'B1' })
  const { user, dialog } = await openDialog(noLocation)
  const storage = dialog.getByRole('combobox', { name: 'Storage' })
  await waitFor(() => expect(storage).toHaveFocus())
  await user.click(storage)
  await user.click(await screen.findByTitle('Box 03'))
  const field = dialog.getByLabelText<HTMLInputElement>('Location')
  await waitFor(() => expect(field).toHaveValue('B1'))
  await waitFor(() => expect(field).toHaveFocus())
  expect(dialog.queryByText('Please input location')).not.toBeInTheDocument()
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(placed[0]?.body).toEqual({
      sampleLocation: { sampleId: sample.id, storageId: 3, location: 'B1' },
      expected: { storageId: 0, rowCoordinate: null, columnCoordinate: null, custodyEventId: null },
    }),
  )
})

test('E9 a tube in a box moves to its next free cell by Enter', async () => {
  const moved = serverAnswers(sampleLocationApi.updateLocation, { success: true, ...inBox, location: 'B1' })
  const { user, dialog } = await openDialog(inBox)
  const field = dialog.getByLabelText<HTMLInputElement>('Location')
  await waitFor(() => expect(field).toHaveValue('B1'))
  await waitFor(() => expect(field).toHaveFocus())
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 2])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(moved[0]?.body).toMatchObject({ sampleLocation: { location: 'B1' } }))
})

test('E9 a cell that is filled in after the dialog has opened is replaced by what is typed', async () => {
  const user = open(inBox)
  const late = Promise.withResolvers<void>()
  const reads = serverAnswers(storageApi.occupancy, async () => {
    await late.promise
    return { occupancy: [], capacity: 9, occupied: 0 }
  })
  await user.click(await screen.findByRole('button', { name: 'Update Location' }))
  const field = within(await screen.findByRole('dialog')).getByLabelText('Location')
  await waitFor(() => expect(field).toHaveFocus())
  await waitFor(() => expect(reads).not.toEqual([]))
  late.resolve()
  await waitFor(() => expect(field).toHaveValue('A1'))
  await user.keyboard('C2')
  expect(field).toHaveValue('C2')
})

test('E9 after another box was chosen, its first free cell is filled in', async () => {
  const { user, dialog } = await openDialog(inBox)
  const field = dialog.getByLabelText('Location')
  await waitFor(() => expect(field).toHaveValue('B1'))
  const other = aStorage({ id: 4, alias: 'Box 04', numberRows: 3, numberColumns: 3, capacity: 9 })
  serverAnswers(storageApi.search, { storages: [other], totalStorages: 1 })
  serverHas([
    { storage: box, occupancy: [tubeIn('A1', 1, 1), tubeIn('C2', 2, 3)] },
    { storage: other, occupancy: [tubeIn('T1', 1, 1), tubeIn('T2', 1, 2)] },
  ])
  await user.click(dialog.getByRole('combobox', { name: 'Storage' }))
  await user.type(dialog.getByRole('combobox', { name: 'Storage' }), 'Box 04')
  await user.click(await screen.findByTitle('Box 04'))
  await waitFor(() => expect(field).toHaveValue('C1'))
})

test('E9 a cell is not complained about while it is typed, only when it is submitted', async () => {
  const { user, dialog } = await openDialog(inBox)
  const field = dialog.getByLabelText('Location')
  await waitFor(() => expect(field).toHaveValue('B1'))
  await user.clear(field)
  await user.type(field, 'Z')
  expect(dialog.queryByText('Please input location')).not.toBeInTheDocument()
  await user.keyboard('{Enter}')
  expect(await dialog.findByText('Please input location')).toBeVisible()
  await user.clear(field)
  await user.type(field, 'A2')
  await waitFor(() => expect(dialog.queryByText('Please input location')).not.toBeInTheDocument())
})

test('E9 a full box fills in nothing, and says that it is full', async () => {
  const { user, dialog } = await openDialog(noLocation)
  const full = { ...box, numberRows: 1, numberColumns: 2, capacity: 2 }
  serverHas([{ storage: full, occupancy: [tubeIn('A1', 1, 1), tubeIn('B1', 1, 2)] }])
  await user.click(dialog.getByRole('combobox', { name: 'Storage' }))
  await user.click(await screen.findByTitle('Box 03'))
  expect(await dialog.findByText(/full: 2 of 2/)).toBeVisible()
  expect(dialog.getByLabelText('Location')).toHaveValue('')
})
