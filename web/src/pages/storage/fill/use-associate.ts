import type { Cell } from '@lims/contract/positions.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { App } from 'antd'
import { call } from '../../../api/call.ts'
import { useWrite } from '../../../api/use-write.ts'
import { withReason } from '../../../entities/storage/failure-texts.ts'
import { useRefreshPlaces } from '../../../entities/storage/use-refresh-places.ts'

type Place = { storage: Storage; cell: Cell; label: string }

/** Puts a sample into a cell. */
export function useAssociateSample() {
  const { message } = App.useApp()
  const refresh = useRefreshPlaces()
  return useWrite({
    mutationFn: ({ sample, storage, cell }: Place & { sample: { id: string; name: string } }) =>
      associateSample(sample.id, storage, cell),
    onSuccess: (_reply, { sample, storage, label }) =>
      void message.success(`${sample.name} is now in ${storage.alias}, ${label}`),
    onSettled: refresh,
    meta: withReason('Failed to associate sample to position', 'Failed to associate sample'),
  })
}

/** Puts a storage into a cell of another. */
export function useAssociateStorage() {
  const { message } = App.useApp()
  const refresh = useRefreshPlaces()
  return useWrite({
    mutationFn: ({ child, parent, cell }: { child: Storage; parent: Storage; cell: Cell; label: string }) =>
      associateStorage(child.id, parent, cell),
    onSuccess: (_reply, { child, parent, label }) =>
      void message.success(`${child.alias} is now in ${parent.alias}, ${label}`),
    onSettled: refresh,
    meta: withReason('Failed to associate storage'),
  })
}

const coordinates = ({ row, column }: Cell) => ({ rowCoordinate: row, columnCoordinate: column })

export const associateSample = (sampleId: string, storage: Storage, cell: Cell) =>
  call(sampleLocationApi.associate, { body: { sampleId, storageId: storage.id, ...coordinates(cell) } })

export const associateStorage = (childStorageId: number, parent: Storage, cell: Cell) =>
  call(storageApi.associate, {
    body: { childStorageId, parentStorageId: parent.id, ...coordinates(cell) },
  })
