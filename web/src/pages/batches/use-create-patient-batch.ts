import { type AddPatientBatchBody, batchesApi } from '@lims/contract/batches.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { submissionKeys } from '../../api/idempotency-keys.ts'
import { useWrite } from '../../api/use-write.ts'
import { refetchSamples } from '../../entities/sample/sample-api.ts'

export function useCreatePatientBatch() {
  const queryClient = useQueryClient()
  const { notification } = App.useApp()
  const [keyOf] = useState(submissionKeys)
  return useWrite({
    mutationFn: (body: AddPatientBatchBody) =>
      call(batchesApi.addPatient, { body }, { idempotencyKey: keyOf(body) }),
    onSuccess: ({ batch, totalSamples, numPatients }) => {
      const samples = totalSamples.toLocaleString('en')
      const patients = numPatients.toLocaleString('en')
      notification.success({
        key: batch.id,
        title: 'Patient batch created',
        description: `Created ${samples} samples for ${patients} patients`,
      })
      return refetchSamples(queryClient)
    },
    meta: { errorTitle: 'Failed to create patient batch', fallbackText: 'An unexpected error occurred' },
  })
}
