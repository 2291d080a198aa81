import type { Cell } from '@lims/contract/positions.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { App } from 'antd'
import { call } from '../../../api/call.ts'
import { useWrite } from '../../../api/use-write.ts'
import { withReason } from '../../../entities/storage/failure-texts.ts'
import { useRefreshPlaces } from '../../../entities/storage/use-refresh-places.ts'
import { useUndoNotice } from '../../../ui/use-undo-notice.tsx'

type Placed = { sampleId: string; name: string; storage: Storage; cell: Cell; position: string }

/** Takes a sample out of its cell, and offers to put it back. */
export function useDisassociateSample() {
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const refresh = useRefreshPlaces()

  const putBack = useWrite({
    mutationFn: ({ sampleId, storage, cell }: Placed) =>
      call(sampleLocationApi.associate, {
        body: {
          sampleId,
          storageId: storage.id,
          rowCoordinate: cell.row,
          columnCoordinate: cell.column,
        },
      }),
    onSuccess: (_reply, { name, storage, position }) =>
      void message.success(`${name} is back in ${storage.alias}, ${position}`),
    onSettled: refresh,
    meta: withReason('Failed to associate sample to position', 'Failed to associate sample'),
  })

  return useWrite({
    mutationFn: ({ sampleId }: Placed) => call(sampleLocationApi.disassociate, { query: { id: sampleId } }),
    onSuccess: (_reply, placed) =>
      offerUndo(`${placed.name} was taken out of ${placed.storage.alias}`, () => putBack.mutate(placed)),
    onSettled: refresh,
    meta: withReason('Failed to disassociate sample', 'Failed to disassociate sample from storage'),
  })
}
