import type { UpdateStatusesBody } from '@lims/contract/sample-changes.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../../api/call.ts'
import { useWrite } from '../../../api/use-write.ts'
import { batchKeys } from '../../../entities/batch/batch-api.ts'
import { sampleKeys } from '../../../entities/sample/sample-api.ts'
import { statusNotice } from '../status-notice.ts'

/** Many samples to one status, all or none. */
export function useUpdateStatuses() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  return useWrite({
    mutationFn: (body: UpdateStatusesBody) => call(samplesApi.updateStatuses, { body }),
    onSuccess: ({ count }, { newStatus }) => {
      message.success(`${count === 1 ? '1 sample is' : `${count} samples are`} now ${displayName(newStatus)}`)
      queryClient.invalidateQueries({ queryKey: batchKeys.all })
      return queryClient.invalidateQueries({ queryKey: sampleKeys.all })
    },
    meta: { noticeOf: statusNotice },
  })
}
