import type { RequestOf } from '@lims/contract/endpoint.ts'
import { type MoveStep, movesApi } from '@lims/contract/moves.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { freezerWorkKeys } from '../freezer-work/freezer-work-keys.ts'
import { refetchPlaces } from '../storage/use-refresh-places.ts'

export type MoveChoice = RequestOf<typeof movesApi.plan>['body']
type MovePage = RequestOf<typeof movesApi.list>['query']

const moveKeys = {
  all: [...freezerWorkKeys.all, 'moves'] as const,
  list: (page: MovePage) => [...moveKeys.all, 'list', page] as const,
  everyPlan: [...freezerWorkKeys.all, 'moves', 'plan'] as const,
  plan: (choice: MoveChoice) => [...moveKeys.everyPlan, choice] as const,
  one: (id: string) => [...moveKeys.all, 'one', id] as const,
  tubes: (id: string, boxId: number) => [...moveKeys.all, 'tubes', id, boxId] as const,
}

/** Fetches again what moves and the places of boxes show. */
export const refetchMoves = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([queryClient.invalidateQueries({ queryKey: moveKeys.everyPlan }), refetchPlaces(queryClient)])

/** As the pages name them. */
export const moveStateNames = { open: 'Open', closed: 'Closed', undone: 'Undone' } as const

export const moveListQuery = (page: MovePage) =>
  queryOptions({
    queryKey: moveKeys.list(page),
    queryFn: ({ signal }) => call(movesApi.list, { query: page }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Where boxes would go. Nothing is saved. */
export const movePlanQuery = (choice: MoveChoice) =>
  queryOptions({
    queryKey: moveKeys.plan(choice),
    queryFn: async ({ signal }) => (await call(movesApi.plan, { body: choice }, { signal })).plan,
  })

export const moveQuery = (id: string) =>
  queryOptions({
    queryKey: moveKeys.one(id),
    queryFn: async ({ signal }) => (await call(movesApi.get, { query: { id } }, { signal })).move,
  })

/** Shows a step as a reply has it, until the move is fetched again. */
export function showStep(queryClient: QueryClient, moveId: string, step: MoveStep): void {
  const { queryKey } = moveQuery(moveId)
  const state = queryClient.getQueryState(queryKey)
  if (!state?.data) return
  const { data, dataUpdatedAt } = state
  const steps = data.steps.map((former) => (former.boxId === step.boxId ? step : former))
  // The server may have read what is being fetched before the step.
  void queryClient.cancelQueries({ queryKey })
  // With the time of the rest of the move, by which the clock of the server is known.
  queryClient.setQueryData(queryKey, { ...data, steps }, { updatedAt: dataUpdatedAt })
}

/** The tubes of a box that go into another, cell by cell. */
export const movingTubesQuery = (id: string, boxId: number) =>
  queryOptions({
    queryKey: moveKeys.tubes(id, boxId),
    queryFn: async ({ signal }) => (await call(movesApi.tubes, { query: { id, boxId } }, { signal })).tubes,
  })
