import type { RequestOf } from '@lims/contract/endpoint.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, RouterContextProvider, useRouter } from '@tanstack/react-router'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { storageKeys } from '../../entities/storage/storage-api.ts'
import { useRefreshPlaces } from '../../entities/storage/use-refresh-places.ts'
import { onPlainClick } from '../../ui/on-plain-click.ts'

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
      const address = `/storage/${storage.id}/enhanced`
      notification.success({
        key: address,
        title: 'Storage created',
        description: (
          // Notices are rendered outside the pages.
          <RouterContextProvider router={router}>
            <Link to={address} onClick={onPlainClick(() => notification.destroy(address))}>
              {storage.alias}
            </Link>
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
