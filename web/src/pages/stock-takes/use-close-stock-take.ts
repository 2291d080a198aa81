import { formatCount } from '@lims/contract/format-count.ts'
import { type AcceptBody, stockTakesApi } from '@lims/contract/stock-takes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { refetchPlaces } from '../../entities/storage/use-refresh-places.ts'
import { undoScope, useUndoNotice } from '../../ui/use-undo-notice.tsx'

/** Accepts differences, with undo, or cancels the stock-take. */
export function useCloseStockTake(id: string, storageName: string) {
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const queryClient = useQueryClient()
  const onSettled = () => refetchPlaces(queryClient)

  const undo = useWrite({
    mutationFn: (closedAt: string | null, options) =>
      call(stockTakesApi.undo, { body: { id, closedAt } }, options),
    onSuccess: () => void message.success('Everything is as it was before, and the stock-take is open again'),
    onSettled,
    scope: undoScope,
    meta: { errorTitle: 'The stock-take was not undone' },
  })
  const apply = useWrite({
    isSubmission: true,
    mutationFn: (body: Omit<AcceptBody, 'id'>, options) =>
      call(stockTakesApi.apply, { body: { id, ...body } }, options),
    onSuccess: ({ applied, changedSince, closedAt }) =>
      offerUndo(
        `The stock-take of ${storageName} is finished`,
        undo.retryable(closedAt),
        [
          `${formatCount(applied, 'difference')} accepted`,
          ...(changedSince > 0 ? [`${changedSince} left out: changed since`] : []),
        ].join(', '),
      ),
    onSettled,
    meta: { errorTitle: 'Nothing was accepted' },
  })
  const cancel = useWrite({
    mutationFn: (_, options) => call(stockTakesApi.cancel, { body: { id } }, options),
    onSuccess: () => void message.success(`The stock-take of ${storageName} is cancelled`),
    onSettled,
    meta: { errorTitle: 'The stock-take was not cancelled' },
  })
  return { undo, apply, cancel }
}
