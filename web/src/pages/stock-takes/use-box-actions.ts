import { type StockTakeBox, stockTakesApi } from '@lims/contract/stock-takes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { stockTakeKeys } from '../../entities/stock-take/stock-take-api.ts'

/** Finishes boxes, and marks them as empty. */
export function useBoxActions(stockTakeId: string) {
  const { message } = App.useApp()
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: stockTakeKeys.one(stockTakeId) })

  const finish = useWrite({
    mutationFn: ({ storageId }: Pick<StockTakeBox, 'storageId' | 'alias'>) =>
      call(stockTakesApi.finishBox, { body: { stockTakeId, storageId } }),
    onSuccess: ({ missing }, { alias }) =>
      void message.success(missing > 0 ? `${alias} is counted: ${missing} missing` : `${alias} is counted`),
    onSettled,
    meta: { errorTitle: 'The box was not finished' },
  })
  const markEmpty = useWrite({
    mutationFn: ({ storageId }: Pick<StockTakeBox, 'storageId' | 'alias'>) =>
      call(stockTakesApi.markEmpty, { body: { stockTakeId, storageId } }),
    onSuccess: ({ missing }, { alias }) =>
      void message.success(
        missing > 0 ? `${alias} is empty: ${missing} missing` : `${alias} is empty, as recorded`,
      ),
    onSettled,
    meta: { errorTitle: 'The box was not marked as empty' },
  })
  return { finish, markEmpty }
}
