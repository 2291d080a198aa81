import type { RequestOf } from '@lims/contract/endpoint.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { App } from 'antd'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { submissionKeys } from '../../../api/idempotency-keys.ts'
import type { FailureMeta } from '../../../api/query-client.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useRefreshPlaces } from '../../../entities/storage/use-refresh-places.ts'
import type { Here } from './here.ts'
import { PlacingError, placeCreatedSample, placeCreatedStorage } from './place-created.ts'
import { associateSample, associateStorage } from './use-associate.ts'

type NewStorage = RequestOf<typeof storageApi.add>['body']
type NewSample = RequestOf<typeof samplesApi.add>['body']

/** What was made is told apart from what was not: a made thing that stands nowhere must not be made again. */
const failuresOf = (notCreated: string): FailureMeta => ({
  errorTitle: notCreated,
  noticeOf: (text, failure) =>
    failure instanceof PlacingError ? { title: 'LIMS error', detail: text, seconds: 0 } : undefined,
})

export function useCreateStorageHere({ storage, cell, label, onDone }: Here) {
  const { message } = App.useApp()
  const refresh = useRefreshPlaces()
  const [keyOf] = useState(submissionKeys)
  return useWrite({
    mutationFn: async (body: NewStorage) => {
      const created = await call(storageApi.add, { body }, { idempotencyKey: keyOf(body) })
      const { id, alias } = created.storage
      await placeCreatedStorage(alias, () => associateStorage(id, storage, cell))
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

export function useCreateSampleHere({ storage, cell, label, onDone }: Here) {
  const { message } = App.useApp()
  const refresh = useRefreshPlaces()
  const [keyOf] = useState(submissionKeys)
  return useWrite({
    mutationFn: async (body: NewSample) => {
      const { sample } = await call(samplesApi.add, { body }, { idempotencyKey: keyOf(body) })
      await placeCreatedSample(sample.name, () => associateSample(sample.id, storage, cell))
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
