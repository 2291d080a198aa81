import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { field, idOf, laboratory, marked, openScanIn, result } from '../../../../test/scan-in.tsx'
import { serverAnswers } from '../../../../test/server.ts'
import { setWidth } from '../../../../test/width.ts'

test('from Undo last on, the cell is the next one again, and the right tube gets it', async () => {
  const { placed, arranged, held } = laboratory()
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('A1')
  await waitFor(() => expect(held).toHaveLength(1))
  serverAnswers(storageApi.occupancy, () => new Promise<never>(() => {}))
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  expect(marked()).toBe('A1')
  await user.keyboard('T2{Enter}')
  await waitFor(() => expect(placed).toHaveLength(2))
  expect(arranged).toHaveLength(1)
  expect(placed[1]?.body).toMatchObject({ sampleId: idOf(2), rowCoordinate: 1, columnCoordinate: 1 })
})

test.each(['z', 'я'])('Ctrl+Z in the scan field takes the last tube back; the layout has %s', async (key) => {
  const { arranged } = laboratory()
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('A1')
  fireEvent.keyDown(field(), { key, code: 'KeyZ', ctrlKey: true })
  expect(await result().findByText('Taken back')).toBeVisible()
  expect(arranged[0]?.body).toMatchObject({ moves: [{ sampleId: idOf(1), storageId: 0 }] })
})

test.each([
  ['phone', 390],
  ['desktop', 1440],
])('on a %s, Undo last and Clear list open no keyboard over what they did', async (device, width) => {
  setWidth(width)
  laboratory()
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('A1')
  for (const name of ['Undo last', 'Clear list']) {
    await user.click(screen.getByRole('button', { name }))
    expect(document.activeElement === field()).toBe(device === 'desktop')
  }
})

async function placeTwo() {
  // All happens at the same moment.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { arranged } = laboratory()
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('A1')
  await user.keyboard('T2{Enter}')
  await result().findByText('B1')
  return { user, arranged, undoLast: screen.getByRole('button', { name: 'Undo last' }) }
}

test('a double click on Undo last takes one tube back', async () => {
  const { user, arranged, undoLast } = await placeTwo()
  await user.click(undoLast)
  await result().findByText('Taken back')
  await waitFor(() => expect(undoLast).toBeEnabled())
  await user.click(undoLast)
  await user.keyboard('T3{Enter}')
  await result().findByText('B1')
  expect(arranged).toHaveLength(1)
  vi.setSystemTime(Date.now() + 500)
  await user.click(undoLast)
  await waitFor(() => expect(arranged).toHaveLength(2))
})

test('Ctrl+Z takes the next tube back as soon as the undo before has its reply', async () => {
  const { user, arranged, undoLast } = await placeTwo()
  await user.click(field())
  await user.keyboard('{Control>}z{/Control}')
  await result().findByText('Taken back')
  await waitFor(() => expect(undoLast).toBeEnabled())
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(arranged).toHaveLength(2))
})

test('Undo last undoes nothing while the newest scan has no reply', async () => {
  const { arranged } = laboratory()
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('Placed')
  serverAnswers(sampleLocationApi.associate, () => new Promise<never>(() => {}))
  await user.keyboard('T2{Enter}')
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  expect(await screen.findByText('The last scan has no reply yet. Nothing was undone.')).toBeVisible()
  expect(arranged).toEqual([])
})

test('after the undo of a move within the box the cell to which the tube went back is not the next one', async () => {
  const from = { storageId: 3, rowCoordinate: 1, columnCoordinate: 1, position: 'A1', path: 'Box 03 › A1' }
  const { held } = laboratory((code) => (code === 'T1' ? { state: 'moved', from } : {}))
  held.push({ sampleId: idOf(1), rowCoordinate: 1, columnCoordinate: 1 })
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('Stored already')
  await user.keyboard('m')
  await result().findByText('Placed')
  await user.click(screen.getByRole('button', { name: 'Undo last' }))
  await result().findByText('Taken back')
  await waitFor(() => expect(held).toMatchObject([{ rowCoordinate: 1, columnCoordinate: 1 }]))
  await waitFor(() => expect(marked()).toBe('B1'))
})

test('Ctrl+Z while the first scan has no reply says so', async () => {
  const { arranged } = laboratory()
  serverAnswers(sampleLocationApi.associate, () => new Promise<never>(() => {}))
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('The last scan has no reply yet. Nothing was undone.')).toBeVisible()
  expect(arranged).toEqual([])
})
