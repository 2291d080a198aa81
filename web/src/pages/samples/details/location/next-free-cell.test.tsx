import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../../../../test/open-screen.tsx'
import { serverHas } from '../../../../../test/open-storage.ts'
import { serverRefuses } from '../../../../../test/server.ts'
import { aStorage } from '../../../../../test/storage-records.ts'
import { NextFreeCell } from './next-free-cell.tsx'

test('ERR-53 a box whose cells could not be loaded says so in place of its first free cell, and Retry loads them without losing the focus', async () => {
  const box = { storage: aStorage({ numberRows: 3, numberColumns: 3 }), occupancy: [] }
  serverHas([box])
  serverRefuses(storageApi.occupancy, 503)
  const user = openScreen(<NextFreeCell storageId={3} onChoose={vi.fn()} />)
  expect(await screen.findByText('Failed to fetch storage occupancy')).toBeVisible()
  const retry = screen.getByRole('button', { name: 'Retry' })
  retry.focus()
  serverRefuses(storageApi.occupancy, 503)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(retry).not.toHaveClass('ant-btn-loading'))
  expect(retry).toHaveFocus()
  serverHas([box])
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'first free: A1' })).toHaveFocus()
})
