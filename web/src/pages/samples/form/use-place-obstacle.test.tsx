import { batchesApi } from '@lims/contract/batches.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openAddress } from '../../../../test/open-address.tsx'
import { serverHas, tubeIn } from '../../../../test/open-storage.ts'
import { aBatch } from '../../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import { aStorage } from '../../../../test/storage-records.ts'

beforeEach(() => {
  signIn()
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(batchesApi.search, { batches: [aBatch()], totalBatches: 1 })
})

test.each([
  ['Z9', {}, 'Box 03 has the positions A1 to J10 only. The sample will be created without a place.'],
  [
    'B4',
    { type: 'FREEZER' as const, alias: 'F1' },
    'F1 is a freezer; a sample goes into a box only. The sample will be created without a place.',
  ],
  ['C2', {}, 'C2 of Box 03 holds Tube C2. The sample will be created without a place.'],
])(
  'D12 an impossible place (%s) is reported on load, and not promised',
  async (position, storage, obstacle) => {
    serverHas([{ storage: aStorage({ id: 7, ...storage }), occupancy: [tubeIn('C2', 2, 3)] }])
    openAddress(`/samples/create?batchId=${aBatch().id}&storageId=7&position=${position}`)
    expect(await screen.findByText(obstacle)).toBeVisible()
    expect(screen.queryByText(/will be automatically placed/)).not.toBeInTheDocument()
  },
)

test('D12 a storage that does not exist is reported on load', async () => {
  serverRefuses(storageApi.get, 404, { code: 'storage-not-found', message: 'Storage not found' })
  openAddress(`/samples/create?batchId=${aBatch().id}&storageId=99&position=A1`)
  expect(
    await screen.findByText('There is no storage 99. The sample will be created without a place.'),
  ).toBeVisible()
})
