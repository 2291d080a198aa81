import type { ChosenSample } from '@lims/contract/sample-bulk.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type MatchingFilter, matchingQuery } from './selection-api.ts'
import { useKeptChoice } from './use-kept-choice.ts'

const none: ReadonlyMap<string, ChosenSample> = new Map()

export type ChosenSamples = ReturnType<typeof useChosenSamples>

/**
 * The chosen samples of a list. They stay chosen while a filter hides them. `loaded` are the samples in the list;
 * `filterKey` is its filter as JSON. With `startsWithAll`, the first samples that are loaded are chosen.
 * With `isWhole` the list has no filters, so that it hides nothing: what is not loaded stands further down.
 */
export function useChosenSamples(
  loaded: readonly ChosenSample[],
  filterKey: string,
  { startsWithAll = false, isWhole = false } = {},
) {
  const [{ samples: chosenByHand, filter: chosenFilter }, setChoice] = useKeptChoice()
  const initial = useMemo(
    () => (startsWithAll ? new Map(loaded.map((sample) => [sample.id, sample])) : none),
    [startsWithAll, loaded],
  )
  const chosen = chosenByHand ?? initial
  const queryClient = useQueryClient()
  const notLoaded = useMemo(() => {
    const ids = new Set(loaded.map(({ id }) => id))
    return [...chosen.values()].filter(({ id }) => !ids.has(id))
  }, [loaded, chosen])
  // Samples that were chosen as all that match are in the list, although it has not loaded them yet. Others may have
  // changed them since, so that they match no longer.
  const isSameFilter = chosenFilter !== undefined && JSON.stringify(chosenFilter) === filterKey
  const { data: found } = useQuery({
    ...matchingQuery(chosenFilter ?? {}),
    enabled: isSameFilter && notLoaded.length > 0,
  })
  const { samples, numHidden, areSomeOutdated } = useMemo(() => {
    const matching = isSameFilter && found ? new Map(found.map((sample) => [sample.id, sample])) : undefined
    const isInList = (id: string) => (matching ? matching.has(id) : isWhole)
    return {
      samples: [
        ...loaded.filter(({ id }) => chosen.has(id)),
        ...notLoaded.map((sample) => matching?.get(sample.id) ?? sample),
      ],
      numHidden: notLoaded.filter(({ id }) => !isInList(id)).length,
      areSomeOutdated: notLoaded.some(({ id }) => !matching?.has(id)),
    }
  }, [loaded, chosen, notLoaded, found, isSameFilter, isWhole])

  const setChosen = (samples: ReadonlyMap<string, ChosenSample>) =>
    setChoice((before) => ({ ...before, samples }))

  return {
    ids: useMemo(() => new Set(chosen.keys()), [chosen]),
    /** First those in the list, as they are now; then the others, as they were when they last matched. */
    samples,
    /** How many of them the filters hide. */
    numHidden,
    /** True if some are not in the loaded part of the list, and so have the values of when they were chosen. */
    areSomeOutdated,
    /** True if the chosen samples are exactly those that the list has loaded. */
    areAllLoaded: loaded.length > 0 && samples.length === loaded.length && notLoaded.length === 0,
    /** Sets which of the loaded samples are chosen; all others stay chosen. */
    choose(ids: ReadonlySet<string>) {
      const shown = loaded.filter(({ id }) => ids.has(id))
      setChosen(new Map([...notLoaded, ...shown].map((sample) => [sample.id, sample])))
    },
    /** Chooses these samples too, which are all that match the filter of the request. */
    chooseMatching: useCallback(
      (found: ChosenSample[], filter: MatchingFilter) => {
        const matching = found.map((sample) => [sample.id, sample] as const)
        setChoice(({ samples: before = none }) => ({
          // In the order of the found, also those that were chosen before.
          samples: new Map([...matching, ...before, ...matching]),
          filter,
        }))
        queryClient.setQueryData(matchingQuery(filter).queryKey, found)
      },
      [queryClient, setChoice],
    ),
    remove: useCallback(
      (...ids: string[]) => {
        const removed = new Set(ids)
        setChoice(({ samples: before = initial, filter }) => ({
          samples: new Map([...before].filter(([id]) => !removed.has(id))),
          filter,
        }))
      },
      [initial, setChoice],
    ),
    /** Chooses these samples and no others, such as those that were just created. */
    replace: (samples: readonly ChosenSample[]) =>
      setChosen(new Map(samples.map((sample) => [sample.id, sample]))),
    clear: () => setChosen(none),
  }
}
