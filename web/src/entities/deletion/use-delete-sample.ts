import { samplesApi } from '@lims/contract/samples-api.ts'
import { call } from '../../api/call.ts'
import { reasonBody, useDelete } from './use-delete.ts'

export type DeletedSample = { id: string; name: string; reason?: string | undefined }

export const deleteSampleQuestion = 'Are you sure you want to delete this sample?'

export const useDeleteSample = (leave?: () => Promise<void>) =>
  useDelete({
    deleteRecord: ({ id, reason }: DeletedSample, options) =>
      call(samplesApi.delete, { query: { id }, ...reasonBody(reason) }, options),
    nameOf: ({ name }) => name,
    titleOf: ({ name }) => `${name} deleted`,
    leave,
    errorTitle: 'The sample could not be deleted',
  })
