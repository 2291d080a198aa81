import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cell, openGrid } from '../../../../test/open-storage.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { aStoredTube } from '../../../../test/storage-records.ts'

const tube = aStoredTube({}, { volume: 0.01 })
const arranged = { success: true as const, count: 1, before: [], custodyEventIds: [] }

async function openSample() {
  const { user, place } = await openGrid({}, [tube])
  await user.click(cell(/^A1/))
  return { user, place, dialog: within(await screen.findByRole('dialog')) }
}

async function disassociate() {
  const { user, dialog } = await openSample()
  await user.click(dialog.getByRole('button', { name: 'Disassociate' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, disassociate' }))
  return user
}

test('GRID-08 GRID-10 shows the sample in the cell, its volume in µL, and a link to it', async () => {
  const { dialog } = await openSample()
  await waitFor(() => expect(dialog.getByText('Sample Information')).toBeVisible())
  expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'NameNB-P004-EDTA-2',
    'Tube IDT0001230',
    'Status✓QC PASS',
    'TypePLASMA',
    'Volume10 µL',
    'Subject IDP004',
    'BatchNordic study 4',
    'PositionBox 03 › A1',
  ])
  expect(dialog.getByRole('link', { name: 'NB-P004-EDTA-2' })).toHaveAttribute(
    'href',
    `/samples/${tube.contentId}`,
  )
})

test('GRID-09 takes the sample out after confirmation, and Undo puts it back', async () => {
  const requests = serverAnswers(sampleLocationApi.arrange, arranged)
  const user = await disassociate()
  expect(await screen.findByText('NB-P004-EDTA-2 was taken out of Box 03')).toBeVisible()
  const sampleId = tube.contentId
  expect(requests[0]?.body).toEqual({
    moves: [{ sampleId, storageId: 0 }],
    expected: [{ sampleId, storageId: 3, rowCoordinate: 1, columnCoordinate: 1, custodyEventId: null }],
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('NB-P004-EDTA-2 is back in Box 03, A1')).toBeVisible()
  // Nobody holds the tube: an undo changes no custody.
  expect(requests[1]?.body).toEqual({
    moves: [{ sampleId, storageId: 3, rowCoordinate: 1, columnCoordinate: 1 }],
    expected: [{ sampleId, storageId: 0 }],
    undo: { custodyEventIds: [] },
  })
})

test('GRID-09 Cancel takes nothing out', async () => {
  const requests = serverAnswers(sampleLocationApi.arrange, arranged)
  const { user, dialog } = await openSample()
  await user.click(dialog.getByRole('button', { name: 'Disassociate' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText(/^Take NB/)).not.toBeInTheDocument())
  expect(requests).toHaveLength(0)
})

test('ERR-67 shows why a sample could not be taken out', async () => {
  serverRefuses(sampleLocationApi.arrange, 404, {
    code: 'sample-not-found',
    message: 'Sample not found',
  })
  await disassociate()
  expect(
    await screen.findByText('Failed to disassociate sample from storage: Sample not found'),
  ).toBeVisible()
})

test('ERR-67 a tube that another person has moved since is left where it is now', async () => {
  const message = 'A tube has been moved by someone else since. Nothing was moved; please check again.'
  serverRefuses(sampleLocationApi.arrange, 409, { code: 'moved-meanwhile', message })
  await disassociate()
  expect(await screen.findByText(`Failed to disassociate sample from storage: ${message}`)).toBeVisible()
})

test("ERR-54 without a reason it shows 'Failed to disassociate sample'", async () => {
  serverRefuses(sampleLocationApi.arrange, 500)
  await disassociate()
  expect(await screen.findByText('Failed to disassociate sample')).toBeVisible()
})
