import { deletionsApi } from '@lims/contract/deletions.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../api/call.ts'
import { batchKeys } from '../batches/batch-api.ts'
import { useUndoNotice } from '../ui/use-undo-notice.tsx'
import { sampleKeys } from './sample-api.ts'

type Named = { id: string; name: string }

export function useDeleteSample() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const refresh = () => {
    queryClient.invalidateQueries({ queryKey: batchKeys.all })
    return queryClient.invalidateQueries({ queryKey: sampleKeys.all })
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
    mutationFn: ({ id }: Named) => call(samplesApi.delete, { query: { id } }),
    onSuccess: ({ deletionId }, sample) => {
      offerUndo(`${sample.name} deleted`, () => undo.mutate({ ...sample, deletionId }))
      return refresh()
    },
    meta: { errorTitle: 'The sample could not be deleted' },
  })
}
