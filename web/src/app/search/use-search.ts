import { asComposed } from '@lims/contract/text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMayAny } from '../../entities/session/use-may.ts'
import { findFresh, findQuery } from './find-api.ts'
import type { Hit } from './hits.tsx'
import { straightHit, wantedOf } from './search-target.ts'
import { useHits } from './use-hits.ts'
import { useRecentHits } from './use-recent-hits.ts'

type Options = {
  onNavigate: (address: string) => void
  /** Called on Enter without a chosen result: the next scan replaces the text. */
  onSearch: () => void
}

/** The state of the search box: its text, the results, and the result that the arrow keys have selected. */
export function useSearch({ onNavigate, onSearch }: Options) {
  const queryClient = useQueryClient()
  const may = useMayAny()
  const { recent, remember } = useRecentHits()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const enter = useMutation({
    mutationFn: (code: string) => findFresh(queryClient, code),
    meta: { errorTitle: 'The search failed' },
  })
  const hits = useHits(text, { recent, isEnabled: isOpen && !enter.isPending })
  const flat = hits.groups.flatMap((group) => group.hits)
  // By its address: when other results arrive, the choice must not pass to another hit.
  const active = chosen === undefined ? -1 : flat.findIndex(({ address }) => address === chosen)

  function close() {
    setChosen(undefined)
    setOpen(false)
    enter.reset()
  }

  function go({ address, recent: hit }: Pick<Hit, 'address' | 'recent'>) {
    close()
    setText('')
    onNavigate(address)
    if (hit) remember(hit)
  }

  /** Goes to the sample with this id or tube ID, or to what the text names as a command; else shows the results. */
  function search(input: string) {
    setText(input)
    const code = wantedOf(input)
    if (!code) return
    setChosen(undefined)
    onSearch()
    enter.mutate(code, {
      onSuccess: (found) => {
        const hit = straightHit(asComposed(input.trim()), found, may)
        if (hit) return go(hit)
        queryClient.setQueryData(findQuery(code).queryKey, found)
        setOpen(true)
      },
    })
  }

  return {
    text,
    searchedText: hits.searchedText,
    groups: hits.groups,
    active,
    isOpen,
    numHits: flat.length,
    foundNothing: hits.foundNothing,
    hasUnlistedSamples: hits.hasUnlistedSamples,
    failure: hits.failure,
    /** When Enter was pressed, in ms. */
    searchedAt: enter.submittedAt,
    isPending: enter.isPending || (isOpen && hits.isFetching),
    open: () => setOpen(true),
    close,
    go,
    search,
    type: (next: string) => {
      setText(next)
      setChosen(undefined)
      setOpen(true)
      enter.reset()
    },
    /** Opens the selected result, or else searches for the text. */
    enter: () => {
      const hit = flat[active]
      if (isOpen && hit) go(hit)
      else search(text)
    },
    /** Selects the next or the previous result, in a circle. Returns its index, or undefined without results. */
    step: (direction: 1 | -1): number | undefined => {
      if (!isOpen || flat.length === 0) return undefined
      const from = active === -1 && direction === -1 ? 0 : active
      const next = (from + direction + flat.length) % flat.length
      setChosen(flat[next]?.address)
      return next
    },
  }
}
