import { batchesApi } from '@lims/contract/batches.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { batchKeys } from '../../entities/batch/batch-api.ts'
import { useDeletionNotice } from '../../entities/deletion/use-deletion-notice.ts'
import { sampleKeys } from '../../entities/sample/sample-api.ts'

/** `leave` comes first: a page that stays with the batch would ask for what is gone. */
export function useDeleteBatch(leave: () => Promise<void> = async () => {}) {
  const queryClient = useQueryClient()
  const tell = useDeletionNotice(() => {
    queryClient.invalidateQueries({ queryKey: sampleKeys.all })
    return queryClient.invalidateQueries({ queryKey: batchKeys.all })
  })

  return useWrite({
    mutationFn: ({ id }: { id: string; name: string }) => call(batchesApi.delete, { query: { id } }),
    onSuccess: async ({ deletionId, numSamples }, { name }) => {
      await leave()
      const went = numSamples === 1 ? '1 sample' : `${numSamples} samples`
      return tell(`${name} deleted with ${went}`, { deletionId, name })
    },
    meta: { errorTitle: 'Error deleting item' },
  })
}
