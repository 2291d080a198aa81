import { formatCount } from '@lims/contract/format-count.ts'
import { type StockTakeBox, stockTakesApi } from '@lims/contract/stock-takes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { refetchFreezerWork } from '../../entities/freezer-work/freezer-work-keys.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'

type Props = {
  stockTakeId: string
  box: StockTakeBox
  /** Called on a click, to return the focus to the scan field. */
  onDone: () => void
}

/** Finishes the count of a box: what was not scanned in it is missing. Disabled while scans of it have no reply. */
export function FinishButton({ stockTakeId, box, isSending, onDone }: Props & { isSending: boolean }) {
  const { message, notification } = App.useApp()
  const queryClient = useQueryClient()
  const denied = useDeniedProps('stock-take.count')
  const finish = useWrite({
    mutationFn: ({ storageId }: StockTakeBox, options) =>
      call(stockTakesApi.finishBox, { body: { stockTakeId, storageId } }, options),
    onSuccess: ({ missing, notJudged }, { alias }) => {
      const counted = missing > 0 ? `${alias} is counted: ${missing} missing` : `${alias} is counted`
      if (notJudged === 0) return void message.success(counted)
      notification.warning({
        key: 'not-judged',
        title: counted,
        description: `${formatCount(notJudged, 'tube was', 'tubes were')} not scanned, and cannot be judged as missing: somebody has placed, checked out or returned ${notJudged === 1 ? 'it' : 'them'} since the first scan in the box. A new stock-take of the box judges all.`,
        duration: 30,
      })
    },
    onSettled: () => refetchFreezerWork(queryClient),
    meta: { errorTitle: 'The box was not finished' },
  })
  return (
    <Button
      {...denied}
      type="primary"
      loading={finish.isPending}
      disabled={denied.disabled === true || isSending}
      title={denied.title ?? 'What was not scanned is missing'}
      onClick={() => {
        finish.mutate(box)
        onDone()
      }}
    >
      {box.state === 'finished' ? `Finish ${box.alias} again` : `Finish ${box.alias}`}
    </Button>
  )
}

/** Counts a box without tubes. Disabled while scans of it have no reply. */
export function EmptyBoxButton({ stockTakeId, box, isSending, onDone }: Props & { isSending: boolean }) {
  const { message } = App.useApp()
  const queryClient = useQueryClient()
  const denied = useDeniedProps('stock-take.count')
  const markEmpty = useWrite({
    mutationFn: ({ storageId }: StockTakeBox, options) =>
      call(stockTakesApi.markEmpty, { body: { stockTakeId, storageId } }, options),
    onSuccess: ({ missing }, { alias }) =>
      void message.success(
        missing > 0 ? `${alias} is empty: ${missing} missing` : `${alias} is empty, as recorded`,
      ),
    onSettled: () => refetchFreezerWork(queryClient),
    meta: { errorTitle: 'The box was not marked as empty' },
  })
  return (
    <Button
      {...denied}
      loading={markEmpty.isPending}
      disabled={denied.disabled === true || isSending}
      onClick={() => {
        markEmpty.mutate(box)
        onDone()
      }}
    >
      Box is empty
    </Button>
  )
}
