import { asComposed } from '@lims/contract/text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useReportedMutation } from '../../api/use-reported-mutation.ts'
import { useMayAny } from '../../entities/session/use-may.ts'
import { type Readings, sameCode } from '../../features/scanning/scanned-code.ts'
import { findFresh, findQuery } from './find-api.ts'
import type { Hit } from './hits.tsx'
import { sampleWithCode, straightHit, wantedOf } from './search-target.ts'
import { useHits } from './use-hits.ts'
import { useRecentHits } from './use-recent-hits.ts'

type Options = {
  onNavigate: (address: string) => void
  /** Called on Enter without a chosen result: the next scan replaces the text. */
  onSearch: () => void
}

type Entered = { input: string; scan: Readings | undefined }

/** The state of the search box: its text, the results, and the result that the arrow keys have selected. */
export function useSearch({ onNavigate, onSearch }: Options) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const may = useMayAny()
  const { recent, remember } = useRecentHits()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const enter = useReportedMutation({
    mutationFn: findStraight,
    taskOf: ({ input }) => wantedOf(input),
    meta: { errorTitle: 'The search failed' },
  })
  const hits = useHits(text, { recent, isEnabled: isOpen && !enter.isPending })
  const either = enter.data?.either
  const groups = either ? [{ title: 'This scan can be either of these', hits: either }] : hits.groups
  const flat = groups.flatMap((group) => group.hits)
  // By its address: when other results arrive, the choice must not pass to another hit.
  const active = chosen === undefined ? -1 : flat.findIndex(({ address }) => address === chosen)

  async function firstStraightHit(codes: readonly string[]) {
    for (const code of codes) {
      const hit = straightHit(code, await findFresh(queryClient, code), may)
      if (hit) return hit
    }
    return undefined
  }

  /**
   * Returns the hits of a text, and the record to open, if it identifies one. If the two readings of a scan identify
   * different records, `either` has both.
   */
  async function findStraight({ input, scan }: Entered) {
    const [entered, wanted] = [asComposed(input.trim()), wantedOf(input)]
    // A tube ID of another system may begin with 'Go '.
    const code = wanted === entered ? undefined : await findFresh(queryClient, entered)
    if (code?.exactSampleId) return { found: code, hit: sampleWithCode(code) }
    const found = await findFresh(queryClient, wanted)
    const typed = straightHit(entered, found, may)
    if (!scan) return { found, hit: typed }
    const { raw, physical, physicalTexts = [] } = scan
    const own = typed ?? (await firstStraightHit(sameCode(raw, wanted) ? [] : [raw]))
    const other = await firstStraightHit(physical === undefined ? [] : [...physicalTexts, physical])
    if (own && other && own.address !== other.address) {
      const either: Hit[] = [
        { name: raw, ...own },
        { name: physical ?? raw, ...other },
      ]
      return { found, either }
    }
    return { found, hit: own ?? other }
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

  /**
   * Goes to the sample with this id or tube ID, or to what the text names as a command; else, or if another page was
   * opened before the reply, shows the results. `scan`: the code of a scanner that has typed the text.
   */
  function search(input: string, scan?: Readings) {
    setText(input)
    const code = wantedOf(input)
    if (!code) return
    setChosen(undefined)
    onSearch()
    const pathNow = () => router.state.location.pathname
    const page = pathNow()
    enter.mutate(
      { input, scan },
      {
        onSuccess: ({ found, hit }) => {
          if (hit && pathNow() === page) return go(hit)
          queryClient.setQueryData(findQuery(code).queryKey, found)
          setOpen(true)
        },
      },
    )
  }

  return {
    text,
    searchedText: hits.searchedText,
    groups,
    active,
    isOpen,
    numHits: flat.length,
    foundNothing: !either && hits.foundNothing,
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
    /** Opens the selected result, or else searches for the text; `scan` as for `search`. */
    enter: (scan?: Readings) => {
      const hit = flat[active]
      if (isOpen && hit) go(hit)
      // A person chooses first.
      else if (scan || !either) search(text, scan)
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
