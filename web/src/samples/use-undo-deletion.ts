import { deletionsApi } from '@lims/contract/deletions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../api/call.ts'
import { useWrite } from '../api/use-write.ts'
import { batchKeys } from '../batches/batch-api.ts'
import { sampleKeys } from './sample-api.ts'

/** Brings back what a deletion took, also one made elsewhere or long ago. */
export function useUndoDeletion(onBack: () => unknown) {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  return useWrite({
    mutationFn: ({ deletionId }: { deletionId: string; name: string }) =>
      call(deletionsApi.undo, { body: { deletionId } }),
    onSuccess: async (_reply, { name }) => {
      message.success(`${name} is back`)
      await onBack()
      void queryClient.invalidateQueries({ queryKey: batchKeys.all })
      return queryClient.invalidateQueries({ queryKey: sampleKeys.all })
    },
    meta: { errorTitle: 'The deletion could not be undone' },
  })
}
