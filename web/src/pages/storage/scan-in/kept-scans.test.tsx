import { healthApi } from '@lims/contract/health.ts'
import type { RackEntry } from '@lims/contract/rack-scan.ts'
import { racksApi } from '@lims/contract/rack-scan.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { idOf, laboratory, marked, openScanIn, result } from '../../../../test/scan-in.tsx'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import { clearToken } from '../../../api/stored-token.ts'
import { keepSignedOutScans, signedOutScanKeeper } from '../../../features/scanning/signed-out-scans.ts'

test('a scan without a reply is kept with its cell, and is sent when the connection is back', async () => {
  laboratory()
  serverRefuses(racksApi.preview, 503)
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  expect(await result().findByText('Not sent yet')).toBeVisible()
  expect(marked()).toBe('B1')
  const { placed } = laboratory()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await result().findByText('Placed')).toBeVisible()
  expect(placed[0]?.body).toMatchObject({ rowCoordinate: 1, columnCoordinate: 1 })
})

test('a tube that turns out to be stored elsewhere once the network is back is named until that is closed', async () => {
  const from = { storageId: 9, rowCoordinate: 2, columnCoordinate: 4, position: 'D2', path: 'Box 9 › D2' }
  const known = (code: string): Partial<RackEntry> => (code === 'T1' ? { state: 'moved', from } : {})
  laboratory(known)
  serverRefuses(racksApi.preview, 503)
  const user = await openScanIn()
  await user.keyboard('T1{Enter}T2{Enter}')
  expect(await screen.findByText('0 placed · 2 not sent yet')).toBeVisible()
  laboratory(known)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('1 earlier tube was not placed')).toBeVisible()
  expect(screen.getByText(/^is stored in/)).toBeVisible()
  expect(await screen.findByText('1 placed · 1 not placed')).toBeVisible()
})

test('kept scans are sent when the server replies again', async () => {
  laboratory()
  serverRefuses(racksApi.preview, 503)
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('Not sent yet')
  const { placed } = laboratory()
  serverAnswers(healthApi.ready, { status: 'ready' })
  await waitFor(() => expect(placed).toHaveLength(1))
})

test('a tube scanned after the session has ended is kept for this box, and for Receive once the box is closed', async () => {
  const receive = vi.fn()
  keepSignedOutScans(receive, { isLasting: true })
  const { placed } = laboratory()
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('Placed')

  act(clearToken)
  cleanup()
  signedOutScanKeeper()?.({ raw: 'T2' })
  expect(receive).not.toHaveBeenCalled()
  signIn()
  await openScanIn()
  await waitFor(() => expect(placed).toHaveLength(2))
  expect(placed[1]?.body).toMatchObject({ sampleId: idOf(2), rowCoordinate: 1, columnCoordinate: 2 })

  cleanup()
  keepSignedOutScans(receive, { isLasting: true })
  await openScanIn()
  cleanup()
  signedOutScanKeeper()?.({ raw: 'T3' })
  expect(receive).toHaveBeenCalledOnce()
})

test('a tube scanned for a full box after the session has ended is said to be refused', async () => {
  const { held } = laboratory()
  for (const row of [1, 2])
    for (const column of [1, 2, 3])
      held.push({ sampleId: idOf(row * 3 + column), rowCoordinate: row, columnCoordinate: column })
  await openScanIn()
  await screen.findByText('The box is full')
  act(clearToken)
  expect(signedOutScanKeeper()?.({ raw: 'T9' })).toBe('The box is full.')
})

test('a tube for the last free cell, read twice after the session has ended, is kept', async () => {
  const { held } = laboratory()
  for (const [row, column] of [1, 2]
    .flatMap((row) => [1, 2, 3].map((column) => [row, column] as const))
    .slice(1))
    held.push({ sampleId: idOf(row * 3 + column), rowCoordinate: row, columnCoordinate: column })
  await openScanIn()
  await screen.findByRole('textbox', { name: /Scan/ })
  act(clearToken)
  for (const _ of ['press', 'second press']) expect(signedOutScanKeeper()?.({ raw: 'T9' })).toBeUndefined()
  expect(signedOutScanKeeper()?.({ raw: 'T8' })).toBe('The box is full.')
})

test('a tab keeps the scans of the boxes used last, and of those with a scan that got no reply', async () => {
  signIn()
  const scan = { id: 'one', readings: { raw: 'T1' }, cell: { row: 1, column: 1 }, label: 'A1' }
  for (let storageId = 101; storageId <= 109; storageId += 1) {
    const progress = { state: storageId === 102 ? 'unsent' : 'refused', reason: 'No sample with tube ID T1.' }
    const scans = [{ ...scan, scannedAt: storageId, progress }]
    sessionStorage.setItem(`lims.scan-in.ada.${storageId}`, JSON.stringify({ scans }))
  }
  laboratory()
  const user = await openScanIn()
  await user.keyboard('T1{Enter}')
  await result().findByText('A1')
  expect(Object.keys(sessionStorage).sort()).toEqual(
    [102, 105, 106, 107, 108, 109, 3].map((storageId) => `lims.scan-in.ada.${storageId}`),
  )
})
