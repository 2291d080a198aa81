import { asComposed } from '@lims/contract/text.ts'
import { useQuery } from '@tanstack/react-query'
import { textOfFailure } from '../../api/call-error.ts'
import { useMayAny } from '../../entities/session/use-may.ts'
import { destinationOf } from './commands.ts'
import { findQuery } from './find-api.ts'
import { groupHits } from './hits.tsx'
import { wantedOf } from './search-target.ts'
import type { RecentHit } from './use-recent-hits.ts'
import { useSearchedText } from './use-searched-text.ts'

type Options = { recent: readonly RecentHit[]; isEnabled: boolean }

/** The hits of a text while one types; without a text those that were opened last. */
export function useHits(text: string, { recent, isEnabled }: Options) {
  const may = useMayAny()
  const wanted = wantedOf(useSearchedText(text))
  const hits = useQuery({
    ...findQuery(wanted),
    enabled: isEnabled && wanted !== '',
    placeholderData: (previous, before) => (isExtension(wanted, before?.queryKey[1]) ? previous : undefined),
  })
  const typed = asComposed(text.trim())
  const isCurrent = wantedOf(text) === wanted && !hits.isPlaceholderData
  const groups = groupHits(typed, typed ? hits.data : undefined, recent, may)

  return {
    /** What was searched for. */
    searchedText: (!hits.isPlaceholderData && hits.data?.searchedText) || wanted,
    groups,
    /** The search of exactly this text has found nothing. */
    foundNothing: typed !== '' && isCurrent && hits.isSuccess && groups.length === 0,
    /** Further samples match this text, and no list shows them. */
    hasUnlistedSamples:
      typed !== '' && isCurrent && hits.data?.moreOfWords === true && destinationOf(typed) === undefined,
    failure: isCurrent && hits.isError ? textOfFailure(hits.error) : undefined,
    isFetching: hits.isFetching,
  }
}

/** Whether one text continues the other: only then may the earlier hits stay until the new ones have come. */
const isExtension = (text: string, before = ''): boolean =>
  before !== '' && (text.startsWith(before) || before.startsWith(text))
