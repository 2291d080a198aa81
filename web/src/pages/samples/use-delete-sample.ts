import { samplesApi } from '@lims/contract/samples-api.ts'
import { call } from '../../api/call.ts'
import { useDelete } from '../../entities/deletion/use-delete.ts'

export const deleteSampleQuestion = 'Are you sure you want to delete this sample?'

export const useDeleteSample = (leave?: () => Promise<void>) =>
  useDelete({
    deleteRecord: ({ id }: { id: string; name: string }) => call(samplesApi.delete, { query: { id } }),
    nameOf: ({ name }) => name,
    titleOf: ({ name }) => `${name} deleted`,
    leave,
    errorTitle: 'The sample could not be deleted',
  })
