import type { RequestOf } from '@lims/contract/endpoint.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { RouterContextProvider, useRouter } from '@tanstack/react-router'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { storageKeys } from '../../entities/storage/storage-api.ts'
import { GridLink } from '../../entities/storage/storage-link.tsx'
import { useRefreshPlaces } from '../../entities/storage/use-refresh-places.ts'

type AddBody = RequestOf<typeof storageApi.add>['body']
type UpdateBody = RequestOf<typeof storageApi.update>['body']

const secondsToOpen = 10

export function useCreateStorage() {
  const queryClient = useQueryClient()
  const { notification } = App.useApp()
  const router = useRouter()
  return useWrite({
    isSubmission: true,
    mutationFn: (body: AddBody, options) => call(storageApi.add, { body }, options),
    onSuccess: ({ storage }) => {
      notification.success({
        title: 'Storage created',
        description: (
          // Notices are rendered outside the pages.
          <RouterContextProvider router={router}>
            <GridLink id={storage.id} alias={storage.alias} />
          </RouterContextProvider>
        ),
        duration: secondsToOpen,
      })
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
