import { samplesApi } from '@lims/contract/samples-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { batchKeys } from '../../entities/batch/batch-api.ts'
import { useDeletionNotice } from '../../entities/deletion/use-deletion-notice.ts'
import { sampleKeys } from '../../entities/sample/sample-api.ts'

export const deleteSampleQuestion = 'Are you sure you want to delete this sample?'

/** `leave` comes first: a page that stays with the sample would ask for what is gone. */
export function useDeleteSample(leave: () => Promise<void> = async () => {}) {
  const queryClient = useQueryClient()
  const tell = useDeletionNotice(() => {
    queryClient.invalidateQueries({ queryKey: batchKeys.all })
    return queryClient.invalidateQueries({ queryKey: sampleKeys.all })
  })

  return useWrite({
    mutationFn: ({ id }: { id: string; name: string }) => call(samplesApi.delete, { query: { id } }),
    onSuccess: async ({ deletionId }, { name }) => {
      await leave()
      return tell(`${name} deleted`, { deletionId, name })
    },
    meta: { errorTitle: 'The sample could not be deleted' },
  })
}
