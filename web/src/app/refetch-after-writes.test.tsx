import { movesApi } from '@lims/contract/moves.ts'
import { picksApi } from '@lims/contract/picks.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { stockTakesApi } from '@lims/contract/stock-takes.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { temperaturesApi } from '@lims/contract/temperatures.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aMove, aMoveStep, aPickList, workId } from '../../test/freezer-work-records.ts'
import { noFreezerWork, serverAnswers, serverRefuses } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { aStorage } from '../../test/storage-records.ts'
import { custodyListQuery } from '../entities/custody/custody-api.ts'
import { refetchAfterDeletion } from '../entities/deletion/deletion-api.ts'
import { openWorkQuery } from '../entities/freezer-work/freezer-work-api.ts'
import { moveListQuery, movePlanQuery } from '../entities/move/move-api.ts'
import { pickListsQuery, useClosePickList } from '../entities/pick/pick-api.ts'
import { sampleQuery } from '../entities/sample/sample-api.ts'
import { stockTakeListQuery } from '../entities/stock-take/stock-take-api.ts'
import { occupancyQuery } from '../entities/storage/storage-api.ts'
import { useArrange } from '../entities/storage/use-arrange.ts'
import { useAcknowledge } from '../entities/temperature/temperature-api.ts'
import { moveQueueOf } from '../pages/moves/move-queue.ts'
import { useUndoStep, useWholeMove } from '../pages/moves/use-move-writes.ts'
import { countingQueueOf } from '../pages/stock-takes/counting-queue.ts'
import { useCloseStockTake } from '../pages/stock-takes/use-close-stock-take.ts'
import { useDisassociateStorage, useMoveStorage } from '../pages/storage/fill/use-associate.ts'
import { useUpdateStorage } from '../pages/storage/use-save-storage.tsx'
import { AppProviders } from './app-providers.tsx'

const sampleId = '01a21812-3a64-7be5-a697-000000000001'

/** Pages that may be opened after the write, within the time for which they are not fetched again. */
const pages = {
  open: openWorkQuery.queryKey,
  holders: custodyListQuery({ show: 'out' }).queryKey,
  pickLists: pickListsQuery({ state: 'open', pageNumber: 0, pageSize: 20 }).queryKey,
  stockTakes: stockTakeListQuery({}).queryKey,
  moves: moveListQuery({}).queryKey,
  plan: movePlanQuery({ goal: 'evacuate', storageIds: [1] }).queryKey,
  box: occupancyQuery(3).queryKey,
  sample: sampleQuery(sampleId).queryKey,
}
type Page = keyof typeof pages
const places: Page[] = ['open', 'holders', 'pickLists', 'stockTakes', 'moves', 'box', 'sample']
const placesAndPlan: Page[] = [...places, 'plan']

function useWrites() {
  const queryClient = useQueryClient()
  return {
    queryClient,
    stockTake: useCloseStockTake(workId, 'Freezer 1'),
    undoStep: useUndoStep(workId),
    closeMove: useWholeMove(workId, 'close'),
    closeList: useClosePickList(),
    arrange: useArrange(),
    takeOut: useDisassociateStorage(),
    move: useMoveStorage(),
    edit: useUpdateStorage(),
    acknowledge: useAcknowledge(),
  }
}
type Writes = ReturnType<typeof useWrites>

const success = true as const
const rack = aStorage({ alias: 'Rack A' })

const writes: [title: string, touches: Page[], write: (writes: Writes) => unknown][] = [
  [
    'differences of a stock-take are accepted',
    places,
    ({ stockTake }) => {
      serverAnswers(stockTakesApi.apply, {
        success,
        applied: 1,
        changedSince: 0,
        closedAt: '2026-11-20T09:00:00.000Z',
      })
      return stockTake.apply.mutateAsync({
        accept: { results: ['missing'], expected: {}, differences: [], differenceIds: [] },
        keepCells: false,
      })
    },
  ],
  [
    'a tube is scanned for a stock-take',
    ['open', 'stockTakes'],
    ({ queryClient }) => {
      serverRefuses(stockTakesApi.scan, 409, { code: 'stock-take-closed', message: 'It was finished.' })
      const box = { stockTakeId: workId, storageId: 3, boxAlias: 'Box 03' }
      countingQueueOf(queryClient, 'ada').add({ raw: 'T1' }, box)
    },
  ],
  [
    'the last step of a move is undone',
    placesAndPlan,
    ({ undoStep }) => {
      serverAnswers(movesApi.undoStep, { success, step: aMoveStep(), moved: 0, boxes: 1 })
      return undoStep.mutateAsync('key')
    },
  ],
  [
    'a move is closed',
    placesAndPlan,
    ({ closeMove }) => {
      serverAnswers(movesApi.close, { success, move: aMove({ state: 'closed' }) })
      return closeMove.mutateAsync()
    },
  ],
  [
    'a box is scanned for a move',
    placesAndPlan,
    ({ queryClient }) => {
      serverAnswers(movesApi.pickUp, { success, step: aMoveStep(), moved: 0, boxes: 1 })
      moveQueueOf(queryClient, 'ada').pickUp(workId, 'STO0000101')
    },
  ],
  [
    'a pick list is closed',
    places,
    ({ closeList }) => {
      serverAnswers(picksApi.close, { success, pickList: aPickList() })
      return closeList.mutateAsync(workId)
    },
  ],
  [
    'a tube is moved',
    places,
    ({ arrange }) => {
      serverAnswers(sampleLocationApi.arrange, { success, count: 1, before: [], custodyEventIds: [] })
      const to = { sampleId, storageId: 3, rowCoordinate: 1, columnCoordinate: 1 }
      return arrange.mutateAsync({ moves: [to], notice: 'Moved' })
    },
  ],
  [
    'a storage is taken out of another',
    places,
    ({ takeOut }) => {
      serverAnswers(storageApi.update, { success, storage: rack })
      return takeOut.mutateAsync(rack)
    },
  ],
  [
    'a storage is moved',
    places,
    ({ move }) => {
      serverAnswers(storageApi.update, { success, storage: rack })
      return move.mutateAsync({ storage: rack, parentID: 8, cell: undefined })
    },
  ],
  [
    'a storage is edited',
    places,
    ({ edit }) => {
      serverAnswers(storageApi.update, { success, storage: rack })
      return edit.mutateAsync({ id: rack.id, alias: 'Rack B', version: rack.version })
    },
  ],
  ['a sample is deleted', places, ({ queryClient }) => refetchAfterDeletion(queryClient)],
  [
    'an alarm is acknowledged',
    ['open'],
    ({ acknowledge }) => {
      serverAnswers(temperaturesApi.acknowledge, { success, acknowledged: 1 })
      return acknowledge.mutateAsync({ alarms: [], note: 'Door closed' })
    },
  ],
]

const isStale = (queryClient: QueryClient, key: readonly unknown[]) =>
  queryClient.getQueryState(key)?.isInvalidated === true

test.each(writes)(
  'after %s, all pages that show it are fetched again without live updates',
  async (_title, touches, write) => {
    signIn()
    const { result } = renderHook(useWrites, {
      wrapper: ({ children }) => <AppProviders motion={false}>{children}</AppProviders>,
    })
    const { queryClient } = result.current
    for (const key of Object.values(pages)) queryClient.setQueryData<unknown>(key, noFreezerWork)
    await act(async () => void (await write(result.current)))
    const stale = () => Object.entries(pages).filter(([, key]) => isStale(queryClient, key))
    await waitFor(() => expect(stale().map(([page]) => page)).toEqual(expect.arrayContaining(touches)))
  },
)
