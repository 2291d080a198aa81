import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { laboratory, openScanIn, result } from '../../../../test/scan-in.tsx'
import { serverAnswers } from '../../../../test/server.ts'

test('a tube that nobody has received is placed, and the card and the list say that it is not received', async () => {
  laboratory((code) => (code === 'T2' ? { isToReceive: true } : {}))
  const user = await openScanIn()
  const list = () => screen.getByRole('list', { name: 'Scans into this box' })
  await user.keyboard('T1{Enter}')
  await result().findByText('A1')
  expect(result().queryByText(/not received/)).toBeNull()
  await user.keyboard('T2{Enter}')
  expect(await result().findByText('It has not been received yet. Scan it in Receive as well.')).toBeVisible()
  expect(within(list()).getAllByText('not received when placed')).toHaveLength(1)
})

test('a tube that nobody has received is marked when it is moved here from another cell, too', async () => {
  const from = { storageId: 4, rowCoordinate: 1, columnCoordinate: 1, position: 'A1', path: 'Box 9 › A1' }
  laboratory(() => ({ state: 'moved', from, isToReceive: true }))
  serverAnswers(sampleLocationApi.arrange, { success: true, count: 1, before: [], custodyEventIds: [] })
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await user.click(await result().findByRole('button', { name: /^Move here/ }))
  await result().findByText('Placed')
  expect(result().getByText(/^It has not been received yet/)).toBeVisible()
})
