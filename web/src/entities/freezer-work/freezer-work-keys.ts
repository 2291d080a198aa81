import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** The first part of the query keys of stock-takes, moves, pick lists, check-outs and temperatures. */
export const freezerWorkKeys = {
  all: ['freezer-work'] as const,
  /** All that is open or wrong, as the dashboard shows it. */
  open: ['freezer-work', 'open'] as const,
}

const kindsWithTubes = ['moves', 'pick-lists', 'stock-takes', 'custody']

/**
 * A walk list, a pick list, a count and the list of who holds what follow the boxes and tubes that others move or
 * rename; so do the excursions of a sample. Of all other temperatures, only the storage is shown. The open work of the
 * dashboard is left out: these queries are fetched again after each receipt, and it is fetched every minute anyway.
 */
export function namesTubes(key: QueryKey): boolean {
  const [domain, kind, part] = key
  return (
    domain === freezerWorkKeys.all[0] &&
    (kindsWithTubes.includes(`${kind}`) || (kind === 'temperatures' && part === 'sample')) &&
    !isMovePlan(key)
  )
}

/** A plan is of places only, and the server plans anew for each fetch. */
export const isMovePlan = ([domain, kind, part]: QueryKey): boolean =>
  domain === freezerWorkKeys.all[0] && kind === 'moves' && part === 'plan'

/**
 * All but the curves of temperatures, which follow the clock: that of a year is made of half a million readings, and no
 * scan of a stock-take or pick of a list changes it.
 */
export const changesWithWork = ([domain, kind, part]: QueryKey): boolean =>
  domain === freezerWorkKeys.all[0] && !(kind === 'temperatures' && part === 'curve')

/** Fetches again what freezer work shows of tubes and boxes, and all that is open, after a change of one of these. */
export const refetchFreezerWork = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => namesTubes(queryKey) }),
    queryClient.invalidateQueries({ queryKey: freezerWorkKeys.open }),
  ])
