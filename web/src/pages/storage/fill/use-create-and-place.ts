import type { RequestOf } from '@lims/contract/endpoint.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { App } from 'antd'
import { call } from '../../../api/call.ts'
import type { FailureMeta } from '../../../api/query-client.ts'
import { useWrite } from '../../../api/use-write.ts'
import { assertNoneDeleted } from '../../../entities/sample/assert-none-deleted.ts'
import {
  PlacingError,
  placeCreatedSample,
  placeCreatedStorage,
} from '../../../entities/storage/place-created.ts'
import { useRefreshPlaces } from '../../../entities/storage/use-refresh-places.ts'
import { assertStorageThere } from '../use-save-storage.tsx'
import { creationKey, type FillStepProps } from './fill-step.ts'
import { associateSample, associateStorage } from './use-associate.ts'

type NewStorage = RequestOf<typeof storageApi.add>['body']
type NewSample = RequestOf<typeof samplesApi.add>['body']

/** A failure after the record was created has its own text, so that nobody creates it twice. */
const failuresOf = (notCreated: string): FailureMeta => ({
  errorTitle: notCreated,
  noticeOf: (text, failure) =>
    failure instanceof PlacingError ? { title: 'LIMS error', detail: text, seconds: 0 } : undefined,
})

/** Creates a storage and puts it into the cell. The dialog closes also if only the second part fails. */
export function useCreateStorageInCell({ storage, cell, label, onDone }: FillStepProps) {
  const { message } = App.useApp()
  const refresh = useRefreshPlaces()
  return useWrite({
    isSubmission: true,
    mutationKey: creationKey,
    mutationFn: async (body: NewStorage, options) => {
      const created = await call(storageApi.add, { body }, options)
      if (options.isRepeated) await assertStorageThere(created.storage)
      const { id, alias } = created.storage
      await placeCreatedStorage(alias, () =>
        associateStorage(id, { storage, cell }, { token: options.token }),
      )
      return created.storage
    },
    onSuccess: ({ alias }) => {
      void message.success(`${alias} is now in ${storage.alias}, ${label}`)
      onDone()
    },
    onError: (failure) => void (failure instanceof PlacingError && onDone()),
    onSettled: refresh,
    meta: failuresOf('Failed to create storage. Please try again.'),
  })
}

/** Creates a sample and puts it into the cell. The dialog closes also if only the second part fails. */
export function useCreateSampleInCell({ storage, cell, label, onDone }: FillStepProps) {
  const { message } = App.useApp()
  const refresh = useRefreshPlaces()
  return useWrite({
    isSubmission: true,
    mutationKey: creationKey,
    mutationFn: async (body: NewSample, options) => {
      const { sample } = await call(samplesApi.add, { body }, options)
      if (options.isRepeated) await assertNoneDeleted([sample])
      await placeCreatedSample(sample.name, () =>
        associateSample(sample.id, { storage, cell }, { token: options.token }),
      )
      return sample
    },
    onSuccess: ({ name }) => {
      void message.success(`${name} is now in ${storage.alias}, ${label}`)
      onDone()
    },
    onError: (failure) => void (failure instanceof PlacingError && onDone()),
    onSettled: refresh,
    meta: failuresOf('Failed to create sample. Please try again.'),
  })
}
