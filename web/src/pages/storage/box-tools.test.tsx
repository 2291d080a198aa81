import type { Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../test/open-address.tsx'
import { serverAnswers } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { aStorage, aStoredTube } from '../../../test/storage-records.ts'

beforeEach(() => void signIn())

function open(storage: Partial<Storage> = {}, address = '/storage/3/enhanced') {
  serverAnswers(storageApi.get, { storage: aStorage({ numberRows: 2, numberColumns: 2, ...storage }) })
  serverAnswers(storageApi.hierarchy, { hierarchy: [] })
  serverAnswers(storageApi.orphans, { storages: [], totalStorages: 0 })
  serverAnswers(storageApi.search, { storages: [], totalStorages: 0 })
  const occupancy = storage.type === 'RACK' ? [] : [aStoredTube()]
  serverAnswers(storageApi.occupancy, { occupancy, capacity: 4, occupied: occupancy.length })
  return openAddress(address).user
}

test('Scan in marks the next free cell of the grid, from any tab, until it is stopped', async () => {
  const user = open({}, '/storage/3/enhanced?tab=details')
  await user.click(await screen.findByRole('button', { name: 'Scan in' }))
  const next = await screen.findByRole('gridcell', { name: 'B1, empty, the next scanned tube goes here' })
  expect(next).toHaveTextContent('next')
  expect(screen.getByRole('region', { name: 'Scan in' })).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Stop scanning in' }))
  expect(await screen.findByRole('gridcell', { name: 'B1, empty' })).toHaveTextContent('')
  expect(screen.getByRole('button', { name: 'Scan in' })).toBeEnabled()
})

test('only a box can be filled by scans and rack files', async () => {
  open({ type: 'RACK' })
  await screen.findByRole('grid')
  expect(screen.queryByRole('button', { name: 'Scan in' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Rack file…' })).not.toBeInTheDocument()
})
