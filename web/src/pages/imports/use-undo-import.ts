import { type Batch, batchesApi } from '@lims/contract/batches.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { batchKeys } from '../../entities/batch/batch-api.ts'
import { useDeletionNotice } from '../../entities/deletion/use-deletion-notice.ts'
import { sampleKeys } from '../../entities/sample/sample-api.ts'

/** Takes an import back by deleting the batch that it has made, which can be undone as any deletion. */
export function useUndoImport(onUndone: () => void) {
  const queryClient = useQueryClient()
  const tell = useDeletionNotice(() => {
    queryClient.invalidateQueries({ queryKey: sampleKeys.all })
    return queryClient.invalidateQueries({ queryKey: batchKeys.all })
  })
  return useWrite({
    mutationFn: ({ id }: Batch) => call(batchesApi.delete, { query: { id } }),
    onSuccess: ({ deletionId, numSamples }, { name }) => {
      onUndone()
      const samples = `${numSamples.toLocaleString('en')} ${numSamples === 1 ? 'sample' : 'samples'}`
      return tell(`Import undone: ${name} deleted with ${samples}`, { deletionId, name })
    },
    meta: { errorTitle: 'The import could not be undone' },
  })
}
