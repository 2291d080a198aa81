import { type AddBatchBody, type AddPatientBatchBody, batchesApi } from '@lims/contract/batches.ts'
import type { RequestOf } from '@lims/contract/endpoint.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { assertStillThere } from '../../api/deleted-since.ts'
import { useWrite } from '../../api/use-write.ts'
import { refetchSamples } from '../../entities/sample/sample-api.ts'

type UpdateBody = RequestOf<typeof batchesApi.update>['body']

const assertBatchThere = ({ id }: { id: string }) =>
  assertStillThere(call(batchesApi.get, { query: { id } }), 'batch-not-found')

export function useCreateBatch() {
  const queryClient = useQueryClient()
  const { notification } = App.useApp()
  return useWrite({
    isSubmission: true,
    mutationFn: async (body: AddBatchBody, options) => {
      const reply = await call(batchesApi.add, { body }, options)
      if (options.isRepeated) await assertBatchThere(reply.batch)
      return reply
    },
    onSuccess: ({ batch }) => {
      notification.success({ key: batch.id, title: 'Batch created', description: batch.name })
      return refetchSamples(queryClient)
    },
    meta: { errorTitle: 'Failed to create batch', fallbackText: 'An unexpected error occurred' },
  })
}

export function useCreatePatientBatch() {
  const queryClient = useQueryClient()
  const { notification } = App.useApp()
  return useWrite({
    isSubmission: true,
    mutationFn: async (body: AddPatientBatchBody, options) => {
      const reply = await call(batchesApi.addPatient, { body }, options)
      if (options.isRepeated) await assertBatchThere(reply.batch)
      return reply
    },
    onSuccess: ({ batch, totalSamples, numPatients }) => {
      const samples = formatNumber(totalSamples)
      const patients = formatNumber(numPatients)
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

export function useUpdateBatch() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  return useWrite({
    isSubmission: true,
    mutationFn: (body: UpdateBody, options) => call(batchesApi.update, { body }, options),
    onSuccess: ({ batch }) => {
      message.success(`${batch.name} saved`)
      return refetchSamples(queryClient)
    },
    meta: { errorTitle: 'The batch could not be saved' },
  })
}
