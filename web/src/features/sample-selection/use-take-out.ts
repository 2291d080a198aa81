import { formatCount } from '@lims/contract/format-count.ts'
import type { ChosenDetails } from '@lims/contract/sample-bulk.ts'
import { maxMovesPerRequest } from '@lims/contract/sample-location.ts'
import { App } from 'antd'
import { useWrite } from '../../api/use-write.ts'
import { fetchChosen } from '../../entities/sample/chosen-api.ts'
import { pathText, withoutCell } from '../../entities/storage/path-text.ts'
import { useArrange } from '../../entities/storage/use-arrange.ts'
import { placesOf } from './plan-placement.ts'

/** The path of its box. */
const boxOf = ({ place }: Partial<ChosenDetails> = {}) =>
  place && pathText(withoutCell(place.path, place.position))

/** Returns a function that asks for confirmation and takes samples out of storage, all or none, with one undo. */
export function useTakeOut() {
  const { modal, message } = App.useApp()
  const arrange = useArrange()
  const read = useWrite({
    mutationFn: (sampleIds: readonly string[]) => fetchChosen(sampleIds),
    meta: { errorTitle: 'The places of the samples could not be read' },
  })

  function confirm(samples: readonly ChosenDetails[]) {
    const stored = samples.filter(({ place }) => place)
    const limit = formatCount(maxMovesPerRequest, 'tube')
    if (stored.length === 0) return void message.info('None of these samples is in storage')
    if (stored.length > maxMovesPerRequest) {
      return void message.error(
        `${formatCount(stored.length, 'tube')} are in storage; at most ${limit} can be taken out at once`,
      )
    }
    const others = samples.length - stored.length
    const numOut = stored.filter(({ custody }) => custody === 'CHECKED_OUT').length
    const boxes = new Set(stored.map(({ place }) => place?.storageId)).size
    modal.confirm({
      title: `Take ${formatCount(stored.length, 'tube')} out of storage?`,
      content: `They leave ${boxes === 1 ? boxOf(stored[0]) : formatCount(boxes, 'box', 'boxes')}.${
        others > 0
          ? ` ${formatCount(others, 'sample of those chosen is', 'samples of those chosen are')} not in storage.`
          : ''
      }${
        numOut > 0
          ? ` ${formatCount(numOut, 'tube is', 'tubes are')} checked out on record, and would lose the cell that is kept for the return.`
          : ''
      }`,
      okText: 'Take out',
      focusable: { autoFocusButton: 'cancel' },
      onOk: () =>
        arrange
          .mutateAsync({
            moves: stored.map(({ id }) => ({ sampleId: id, storageId: 0 })),
            expected: placesOf(stored),
            notice: `${formatCount(stored.length, 'tube')} taken out of storage`,
          })
          .then(
            () => undefined,
            () => undefined,
          ),
    })
  }

  return {
    isReading: read.isPending,
    takeOut: (ids: readonly string[]) => read.mutate(ids, { onSuccess: confirm }),
  }
}
