import type { RequestOf } from '@lims/contract/endpoint.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import type { StoragesCreatedReply } from '@lims/contract/storage-series.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../../api/call.ts'
import { useWrite } from '../../../api/use-write.ts'
import { storageKeys } from '../../../entities/storage/storage-api.ts'
import { countStorages } from '../../../entities/storage/storage-text.ts'
import { undoScope, useUndoNotice } from '../../../ui/use-undo-notice.tsx'

type AddBody = RequestOf<typeof storageApi.addMany>['body'] & { type: StorageType }
type CopyBody = RequestOf<typeof storageApi.copy>['body']

const maxNamed = 3

/** Creates many storages of one kind, and offers to undo it. */
export function useAddStorages() {
  const offerUndo = useOfferUndo()
  const refetch = useRefetchStorages()
  return useWrite({
    isSubmission: true,
    mutationFn: (body: AddBody, options) => call(storageApi.addMany, { body }, options),
    onSuccess: (created, { type }) => {
      offerUndo(`${countStorages(created.count, type)} created`, created)
      return refetch()
    },
    onError: useMarkStale(),
    meta: { errorTitle: 'The storages could not be created' },
  })
}

/** Copies a storage with all storages inside it, and offers to undo it. */
export function useCopyStorage() {
  const offerUndo = useOfferUndo()
  const refetch = useRefetchStorages()
  return useWrite({
    isSubmission: true,
    mutationFn: ({ body }: { body: CopyBody; made: string }, options) =>
      call(storageApi.copy, { body }, options),
    onSuccess: (created, { made }) => {
      offerUndo(`${made} created`, created)
      return refetch()
    },
    onError: useMarkStale(),
    meta: { errorTitle: 'The storage could not be copied' },
  })
}

function useOfferUndo() {
  const showNotice = useUndoNotice()
  const refetch = useRefetchStorages()
  const { message } = App.useApp()
  const undo = useWrite({
    mutationFn: (body: StoragesCreatedReply['undo'], options) => call(storageApi.undoAdd, { body }, options),
    onSuccess: ({ count }) => message.success(`${formatCount(count, 'storage')} removed`),
    onSettled: refetch,
    scope: undoScope,
    meta: { errorTitle: 'The creation could not be undone' },
  })
  return (title: string, { storages, undo: body }: StoragesCreatedReply) =>
    showNotice(
      title,
      undo.retryable(body),
      joinTexts(
        storages.map(({ alias }) => alias),
        { max: maxNamed },
      ),
    )
}

/** After a lost reply, the next opening reads what was created; the open dialog keeps its names, for another try. */
function useMarkStale() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: storageKeys.all, refetchType: 'none' })
}

function useRefetchStorages() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: storageKeys.all })
}
