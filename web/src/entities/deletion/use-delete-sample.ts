import { samplesApi } from '@lims/contract/samples-api.ts'
import { call } from '../../api/call.ts'
import { useDelete, withReason } from './use-delete.ts'

export type DeletedSample = { id: string; name: string; reason?: string | undefined }

export const deleteSampleQuestion = 'Are you sure you want to delete this sample?'

export const useDeleteSample = (leave?: () => Promise<void>) =>
  useDelete({
    deleteRecord: ({ id, reason }: DeletedSample) =>
      call(samplesApi.delete, { query: { id }, ...withReason(reason) }),
    nameOf: ({ name }) => name,
    titleOf: ({ name }) => `${name} deleted`,
    leave,
    errorTitle: 'The sample could not be deleted',
  })
