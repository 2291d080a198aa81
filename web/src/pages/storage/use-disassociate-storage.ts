import type { Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { withReason } from '../../entities/storage/failure-texts.ts'
import { storageKeys } from '../../entities/storage/storage-api.ts'
import { useUndoNotice } from '../../ui/use-undo-notice.tsx'

export function useDisassociateStorage() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const refresh = () => queryClient.invalidateQueries({ queryKey: storageKeys.all })

  const putBack = useWrite({
    mutationFn: ({ id, parentID, rowCoordinate, columnCoordinate }: Storage) =>
      call(storageApi.update, { body: { id, parentID, rowCoordinate, columnCoordinate } }),
    onSuccess: (_reply, { alias, parentAlias, position }) => {
      message.success(`${alias} is back in ${parentAlias}, ${position}`)
      return refresh()
    },
    meta: withReason('Failed to associate storage'),
  })

  return useWrite({
    mutationFn: ({ id }: Storage) => call(storageApi.disassociate, { body: { storageId: id } }),
    onSuccess: (_reply, storage) => {
      offerUndo(`${storage.alias} was taken out of ${storage.parentAlias}`, () => putBack.mutate(storage))
      return refresh()
    },
    meta: withReason('Failed to disassociate storage'),
  })
}
