import type { ArrangeSamplesBody } from '@lims/contract/sample-location.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { useUndoNotice } from '../../ui/use-undo-notice.tsx'
import { countOf } from '../storage-words.ts'
import { useRefreshPlaces } from '../use-refresh-places.ts'

type Wanted = ArrangeSamplesBody & {
  /** What is said once it is done: '3 tubes moved to Box 04'. */
  said: string
}

/** Moves tubes in one step, and offers to move them back. Told of a refusal, the grids are read again. */
export function useArrange() {
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const refresh = useRefreshPlaces()

  const putBack = useWrite({
    mutationFn: (body: ArrangeSamplesBody) => call(sampleLocationApi.arrange, { body }),
    onSuccess: ({ count }) => void message.success(`${countOf(count, 'tube')} put back`),
    onSettled: refresh,
    meta: { errorTitle: 'The move could not be undone' },
  })

  return useWrite({
    mutationFn: ({ moves, expected }: Wanted) =>
      call(sampleLocationApi.arrange, { body: { moves, expected } }),
    onSuccess: ({ before }, { moves, said }) =>
      offerUndo(said, () => putBack.mutate({ moves: before, expected: moves })),
    onSettled: refresh,
    meta: { errorTitle: 'The tubes were not moved' },
  })
}
