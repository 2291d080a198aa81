import { batchesApi } from '@lims/contract/batches.ts'
import type { RequestOf } from '@lims/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { submissionKeys } from '../../api/idempotency-keys.ts'
import { useWrite } from '../../api/use-write.ts'
import { refetchSamples } from '../../entities/sample/sample-api.ts'

export function useUpdateBatch() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  const [keyOf] = useState(submissionKeys)
  return useWrite({
    mutationFn: (body: RequestOf<typeof batchesApi.update>['body']) =>
      call(batchesApi.update, { body }, { idempotencyKey: keyOf(body) }),
    onSuccess: ({ batch }) => {
      message.success(`${batch.name} saved`)
      return refetchSamples(queryClient)
    },
    meta: { errorTitle: 'The batch could not be saved' },
  })
}
