import { batchesApi } from '@lims/contract/batches.ts'
import { deletionsApi } from '@lims/contract/deletions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../api/call.ts'
import { sampleKeys } from '../samples/sample-api.ts'
import { useUndoNotice } from '../ui/use-undo-notice.tsx'
import { batchKeys } from './batch-api.ts'

type Named = { id: string; name: string }

export function useDeleteBatch() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const refresh = () => {
    queryClient.invalidateQueries({ queryKey: sampleKeys.all })
    return queryClient.invalidateQueries({ queryKey: batchKeys.all })
  }

  const undo = useMutation({
    mutationFn: ({ deletionId }: Named & { deletionId: string }) =>
      call(deletionsApi.undo, { body: { deletionId } }),
    onSuccess: (_reply, { name }) => {
      message.success(`${name} is back`)
      return refresh()
    },
    meta: { errorTitle: 'The deletion could not be undone' },
  })

  return useMutation({
    mutationFn: ({ id }: Named) => call(batchesApi.delete, { query: { id } }),
    onSuccess: ({ deletionId, numSamples }, { id, name }) => {
      const went = numSamples === 1 ? '1 sample' : `${numSamples} samples`
      offerUndo(`${name} deleted with ${went}`, () => undo.mutate({ id, name, deletionId }))
      return refresh()
    },
    meta: { errorTitle: 'Error deleting item' },
  })
}
