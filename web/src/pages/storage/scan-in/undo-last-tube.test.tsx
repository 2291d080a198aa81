import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { field, idOf, laboratory, marked, openScanIn, result } from '../../../../test/scan-in.tsx'
import { serverAnswers } from '../../../../test/server.ts'

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

test('Ctrl+Z in the scan field takes the last tube back', async () => {
  const { arranged } = laboratory()
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('A1')
  await user.click(field())
  await user.keyboard('{Control>}z{/Control}')
  expect(await result().findByText('Taken back')).toBeVisible()
  expect(arranged[0]?.body).toMatchObject({ moves: [{ sampleId: idOf(1), storageId: 0 }] })
})

test('a double click on Undo last takes one tube back', async () => {
  const { arranged } = laboratory()
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('A1')
  await user.keyboard('T2{Enter}')
  await result().findByText('B1')
  const undoLast = screen.getByRole('button', { name: 'Undo last' })
  await user.click(undoLast)
  await result().findByText('Taken back')
  await waitFor(() => expect(undoLast).toBeEnabled())
  await user.click(undoLast)
  expect(arranged).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await user.click(undoLast)
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
