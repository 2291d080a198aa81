import type { FindReply } from '@lims/contract/find.ts'
import { parseStorageCode } from '@lims/contract/storage-code.ts'
import { asComposed } from '@lims/contract/text.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { textOfFailure } from '../../api/call-error.ts'
import { extractIdentifier } from '../../entities/sample/extract-identifier.ts'
import { useMayAny } from '../../entities/session/use-may.ts'
import { commandFor, destinationOf, type MayUse } from './commands.ts'
import { find, findQuery, hitsStaleMs } from './find-api.ts'
import { groupHits, type Hit, sampleHit } from './hits.tsx'
import { useRecentHits } from './recent-hits.ts'
import { useSearchedText } from './use-searched-text.ts'

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
  const searched = useSearchedText(text)
  const [chosen, setChosen] = useState<string>()
  const enter = useMutation({ mutationFn: findNow, meta: { errorTitle: 'The search failed' } })

  const wanted = wantedOf(searched)
  const hits = useQuery({
    ...findQuery(wanted),
    enabled: isOpen && wanted !== '' && !enter.isPending,
    placeholderData: (previous, before) => (isExtension(wanted, before?.queryKey[1]) ? previous : undefined),
  })
  const typed = asComposed(text.trim())
  const isCurrent = wantedOf(text) === wanted && !hits.isPlaceholderData
  const groups = groupHits(typed, typed ? hits.data : undefined, recent, may)
  const flat = groups.flatMap((group) => group.hits)
  // By its address: when other results arrive, the choice must not pass to another hit.
  const active = chosen === undefined ? -1 : flat.findIndex(({ address }) => address === chosen)

  /** Fetches the results of a text, unless they have just arrived. */
  async function findNow(code: string): Promise<FindReply> {
    const known = queryClient.getQueryState(findQuery(code).queryKey)
    if (known?.data && known.dataUpdatedAt > Date.now() - hitsStaleMs) return known.data
    return await find(code)
  }

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

  /** Goes straight to the sample with this id or tube id, or to what the text names as a command; else shows the results. */
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
    searchedText: wanted,
    groups,
    active,
    isOpen,
    numHits: flat.length,
    /** The search of exactly this text has found nothing. */
    foundNothing: typed !== '' && isCurrent && hits.isSuccess && groups.length === 0,
    failure: isCurrent && hits.isError ? textOfFailure(hits.error) : undefined,
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

/** Whether one text continues the other: only then may the earlier hits stay until the new ones have come. */
const isExtension = (text: string, before = ''): boolean =>
  before !== '' && (text.startsWith(before) || before.startsWith(text))

/** Returns what to search for: the name after 'go to', or the id or tube id in a code, or the text itself. */
function wantedOf(input: string): string {
  const typed = asComposed(input.trim())
  return destinationOf(typed) ?? extractIdentifier(typed)
}

/** Returns what Enter opens without a choice. Never a hit that merely resembles the text: it may be a scanned code. */
function straightHit(text: string, found: FindReply, may: MayUse) {
  const { exactSampleId, samples, samplesOfSubject, subjects, batches, storages } = found
  const destination = destinationOf(text)
  if (destination !== undefined) {
    const same = storages.filter(({ alias }) => alias.toLowerCase() === destination.toLowerCase())
    const [one] = same
    if (one && same.length === 1) return { address: `/storage/${one.id}/enhanced` }
  } else if (exactSampleId) {
    const sample = samples.find(({ id }) => id === exactSampleId)
    return sample ? sampleHit(sample) : { address: `/samples/${exactSampleId}` }
  }
  const scannedStorage = storages.find(({ id }) => id === parseStorageCode(text))
  if (scannedStorage) return { address: `/storage/${scannedStorage.id}/enhanced` }
  const lists = [samples, samplesOfSubject, subjects, batches, storages]
  return commandFor(text, { byWords: lists.every(({ length }) => length === 0), may })
}
