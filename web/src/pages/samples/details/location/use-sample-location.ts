import type {
  ArrangeSamplesBody,
  CellInput,
  ExpectedPlace,
  Move,
  SampleLocation,
} from '@lims/contract/sample-location.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { App } from 'antd'
import { call } from '../../../../api/call.ts'
import { type Try, useWrite } from '../../../../api/use-write.ts'
import { placeText } from '../../../../entities/storage/place-path.tsx'
import { useRefreshPlaces } from '../../../../entities/storage/use-refresh-places.ts'
import { undoScope, useUndoNotice } from '../../../../ui/use-undo-notice.tsx'

/** The location of a sample, and the change of custody of which its person knows. */
export type SeenLocation = SampleLocation & Pick<ExpectedPlace, 'custodyEventId'>

type Change = {
  sample: Pick<Sample, 'id' | 'name'>
  /** The location before the change, if it is known. */
  before: SeenLocation | undefined
}

type Moving = Change & { storageId: number; label: string }
type Moved = Change & { before: SampleLocation; after: Move; custodyEventIds: number[] }

const cellOf = ({ storageId, rowCoordinate, columnCoordinate }: CellInput): CellInput => ({
  storageId,
  rowCoordinate,
  columnCoordinate,
})

const asSeen = ({ custodyEventId, ...location }: SeenLocation) => ({ ...cellOf(location), custodyEventId })

const moveTo = ({ sampleId, ...cell }: Move): Move => ({ sampleId, ...cellOf(cell) })

/** Moves one sample, unless another person has moved it since. */
const arrangeOne = (
  { from, to, undo }: { from: ExpectedPlace; to: Move; undo?: ArrangeSamplesBody['undo'] },
  options: Try,
) => call(sampleLocationApi.arrange, { body: { moves: [to], expected: [from], undo } }, options)

/** Refetches what shows the location, and offers to undo the change, unless the sample has been moved since. */
function useUndoLocation() {
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const refetch = useRefreshPlaces()
  const putBack = useWrite({
    mutationFn: ({ before, after, custodyEventIds }: Moved, options) =>
      arrangeOne({ from: after, to: moveTo(before), undo: { custodyEventIds } }, options),
    onSuccess: (_reply, { sample, before }) =>
      void message.success(
        before.inStorage
          ? `${sample.name} is back in ${placeText(before)}`
          : `${sample.name} is out of storage again`,
      ),
    onSettled: refetch,
    scope: undoScope,
    meta: { errorTitle: 'The change of location could not be undone' },
  })
  const notify = (
    title: string,
    { sample, before }: Change,
    { after, custodyEventIds = [] }: { after: Move; custodyEventIds?: number[] | undefined },
  ) => {
    if (before) offerUndo(title, putBack.retryable({ sample, before, after, custodyEventIds }))
    else void message.success(title)
  }
  return { refetch, notify }
}

/** Places or moves a sample, unless another person has moved it, or has changed its custody, since. */
export function useUpdateLocation() {
  const { refetch, notify } = useUndoLocation()
  return useWrite({
    mutationFn: ({ sample, before, storageId, label }: Moving, options) => {
      const sampleLocation = { sampleId: sample.id, storageId, location: label.trim() }
      const body = { sampleLocation, expected: before && asSeen(before) }
      return call(sampleLocationApi.updateLocation, { body }, options)
    },
    onSuccess: (reply, change) =>
      notify(`${change.sample.name} is now in ${placeText(reply)}`, change, {
        after: moveTo(reply),
        custodyEventIds: reply.custodyEventIds,
      }),
    onSettled: refetch,
    meta: { errorTitle: 'Failed to update location' },
  })
}

const outside = (sampleId: string): Move => ({
  sampleId,
  storageId: 0,
  rowCoordinate: null,
  columnCoordinate: null,
})

export function useRemoveLocation() {
  const { refetch, notify } = useUndoLocation()
  return useWrite({
    mutationFn: ({ sample, before }: Change & { before: SeenLocation }, options) => {
      const from = { sampleId: sample.id, ...asSeen(before) }
      return arrangeOne({ from, to: outside(sample.id) }, options)
    },
    onSuccess: (_reply, change) =>
      notify(`${change.sample.name} is out of storage`, change, { after: outside(change.sample.id) }),
    onSettled: refetch,
    meta: { errorTitle: 'Failed to remove location' },
  })
}
