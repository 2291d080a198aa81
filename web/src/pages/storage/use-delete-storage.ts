import { storageApi } from '@lims/contract/storage-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { useDeletionNotice } from '../../entities/deletion/use-deletion-notice.ts'
import { storageKeys } from '../../entities/storage/storage-api.ts'

export function useDeleteStorage() {
  const queryClient = useQueryClient()
  const tell = useDeletionNotice(() => queryClient.invalidateQueries({ queryKey: storageKeys.all }))

  return useWrite({
    mutationFn: ({ id }: { id: number; alias: string }) => call(storageApi.delete, { query: { id } }),
    onSuccess: ({ deletionId }, { alias }) => tell(`${alias} deleted`, { deletionId, name: alias }),
    meta: { errorTitle: 'The storage could not be deleted' },
  })
}
