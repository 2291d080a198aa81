import type { RequestOf } from '@lims/contract/endpoint.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../../api/call.ts'
import { useWrite } from '../../../api/use-write.ts'
import { assertNoneDeleted } from '../../../entities/sample/assert-none-deleted.ts'
import { refetchSamples } from '../../../entities/sample/sample-api.ts'
import { statusNotice } from '../../../entities/sample/use-update-status.ts'
import { placeCreatedSample } from '../../../entities/storage/place-created.ts'
import { storageKeys } from '../../../entities/storage/storage-api.ts'
import { useCreatedNotice } from '../../../ui/use-created-notice.tsx'

type AddBody = RequestOf<typeof samplesApi.add>['body']
type UpdateBody = RequestOf<typeof samplesApi.update>['body']
/** The cell for a new sample, such as B4 of storage 7. */
export type RequestedPlace = { storageId: number; position: string }

/** Creates a sample, and places it if a cell is given. */
export function useCreateSample(place: RequestedPlace | undefined) {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  const notifyCreated = useCreatedNotice()
  const associate = useWrite({
    mutationFn: ({ id: sampleId, name }: Sample, options) => {
      const body = { sampleId, storageId: place?.storageId ?? 0, location: place?.position }
      return placeCreatedSample(name, () => call(sampleLocationApi.associate, { body }, options))
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: storageKeys.all }),
  })
  return useWrite({
    isSubmission: true,
    mutationFn: async (body: AddBody, options) => {
      const { sample } = await call(samplesApi.add, { body }, options)
      if (options.isRepeated) await assertNoneDeleted([sample])
      return { sample, sender: { token: options.token } }
    },
    onSuccess: async ({ sample, sender }) => {
      if (place) {
        message.success(`${sample.name} created`)
        // By the person who created the sample, even if another one is signed in by now.
        await associate.mutateAsync(sample, {}, sender).catch(() => undefined)
      } else {
        notifyCreated('Sample created', sample.name, `/samples/${sample.id}`)
      }
      return refetchSamples(queryClient)
    },
    meta: { errorTitle: 'The sample could not be created' },
  })
}

export function useUpdateSample() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  return useWrite({
    isSubmission: true,
    mutationFn: (body: UpdateBody, options) => call(samplesApi.update, { body }, options),
    onSuccess: ({ sample }) => {
      message.success(`${sample.name} saved`)
      return refetchSamples(queryClient)
    },
    meta: { errorTitle: 'The sample could not be saved', noticeOf: statusNotice },
  })
}
