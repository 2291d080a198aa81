import { samplesApi } from '@lims/contract/samples-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { refetchSamples } from './sample-api.ts'

/** Undoes receipts and changes of status, by their events: all of them or none. */
export function useUndoStatus() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  return useWrite({
    mutationFn: (eventIds: readonly number[]) =>
      call(samplesApi.undoStatus, { body: { eventIds: [...eventIds] } }),
    onSuccess: ({ count }) => {
      message.success(
        count === 1 ? 'The change was undone' : `${count.toLocaleString('en')} changes were undone`,
      )
      return refetchSamples(queryClient)
    },
    meta: { errorTitle: 'The change could not be undone' },
  })
}
