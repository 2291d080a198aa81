import { type AddBatchBody, batchesApi } from '@lims/contract/batches.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { submissionKeys } from '../../api/idempotency-keys.ts'
import { useWrite } from '../../api/use-write.ts'
import { refetchSamples } from '../../entities/sample/sample-api.ts'

export function useCreateBatch() {
  const queryClient = useQueryClient()
  const { notification } = App.useApp()
  const [keyOf] = useState(submissionKeys)
  return useWrite({
    mutationFn: (body: AddBatchBody) => call(batchesApi.add, { body }, { idempotencyKey: keyOf(body) }),
    onSuccess: ({ batch }) => {
      notification.success({ key: batch.id, title: 'Batch created', description: batch.name })
      return refetchSamples(queryClient)
    },
    meta: { errorTitle: 'Failed to create batch', fallbackText: 'An unexpected error occurred' },
  })
}
