import type { RequestOf } from '@lims/contract/endpoint.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { assertStillThere } from '../../api/deleted-since.ts'
import { useWrite } from '../../api/use-write.ts'
import { storageKeys } from '../../entities/storage/storage-api.ts'
import { useRefreshPlaces } from '../../entities/storage/use-refresh-places.ts'
import { useCreatedNotice } from '../../ui/use-created-notice.tsx'

type AddBody = RequestOf<typeof storageApi.add>['body']
type UpdateBody = RequestOf<typeof storageApi.update>['body']

export const assertStorageThere = ({ id }: { id: number }) =>
  assertStillThere(call(storageApi.get, { query: { id } }), 'storage-not-found')

export function useCreateStorage() {
  const queryClient = useQueryClient()
  const notifyCreated = useCreatedNotice()
  return useWrite({
    isSubmission: true,
    mutationFn: async (body: AddBody, options) => {
      const reply = await call(storageApi.add, { body }, options)
      if (options.isRepeated) await assertStorageThere(reply.storage)
      return reply
    },
    onSuccess: ({ storage }) => {
      notifyCreated('Storage created', storage.alias, `/storage/${storage.id}/enhanced`)
      return queryClient.invalidateQueries({ queryKey: storageKeys.all })
    },
    meta: { errorTitle: 'The storage could not be created' },
  })
}

export function useUpdateStorage() {
  const refresh = useRefreshPlaces()
  const { message } = App.useApp()
  return useWrite({
    isSubmission: true,
    mutationFn: (body: UpdateBody, options) => call(storageApi.update, { body }, options),
    onSuccess: ({ storage }) => {
      message.success(`${storage.alias} saved`)
      return refresh()
    },
    meta: { errorTitle: 'The storage could not be saved' },
  })
}
