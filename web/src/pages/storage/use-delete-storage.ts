import { storageApi } from '@lims/contract/storage-api.ts'
import { call } from '../../api/call.ts'
import { useDelete } from '../../entities/deletion/use-delete.ts'

export const useDeleteStorage = () =>
  useDelete({
    deleteRecord: ({ id }: { id: number; alias: string }) => call(storageApi.delete, { query: { id } }),
    nameOf: ({ alias }) => alias,
    titleOf: ({ alias }) => `${alias} deleted`,
    errorTitle: 'The storage could not be deleted',
  })
