import { deletionsApi } from '@lims/contract/deletions.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../api/call.ts'
import { useUndoNotice } from '../ui/use-undo-notice.tsx'
import { storageKeys } from './storage-api.ts'

type Named = { id: number; alias: string }

export function useDeleteStorage() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const refresh = () => queryClient.invalidateQueries({ queryKey: storageKeys.all })

  const undo = useMutation({
    mutationFn: ({ deletionId }: Named & { deletionId: string }) =>
      call(deletionsApi.undo, { body: { deletionId } }),
    onSuccess: (_reply, { alias }) => {
      message.success(`${alias} is back`)
      return refresh()
    },
    meta: { errorTitle: 'The deletion could not be undone' },
  })

  return useMutation({
    mutationFn: ({ id }: Named) => call(storageApi.delete, { query: { id } }),
    onSuccess: ({ deletionId }, storage) => {
      offerUndo(`${storage.alias} deleted`, () => undo.mutate({ ...storage, deletionId }))
      return refresh()
    },
    meta: { errorTitle: 'The storage could not be deleted' },
  })
}
