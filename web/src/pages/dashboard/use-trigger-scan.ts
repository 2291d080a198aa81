import { syncApi } from '@lims/contract/sync.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { statsKeys } from '../../entities/stats/stats-api.ts'
import { syncKeys } from '../../entities/sync/sync-api.ts'

export function useTriggerScan() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  return useWrite({
    mutationFn: (_, options) => call(syncApi.trigger, { body: {} }, options),
    onSuccess: ({ status }) => {
      queryClient.setQueryData(syncKeys.status, status)
      message.success('Scan started')
      return queryClient.invalidateQueries({ queryKey: statsKeys.activity() })
    },
    // The server refuses while another person's scan runs: the page then shows that scan.
    onError: () => queryClient.invalidateQueries({ queryKey: syncKeys.status }),
    meta: { errorTitle: 'Failed to trigger scan' },
  })
}
