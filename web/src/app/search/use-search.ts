import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { extractIdentifier } from '../../features/scanning/extract-identifier.ts'
import { findAnything } from './find-anything.ts'
import { hitsOf } from './hit-list.tsx'

/** The state of the search box: its text, the results, and the result that the arrow keys have selected. */
export function useSearch(onGo: (address: string) => void) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const find = useMutation({ mutationFn: findAnything, meta: { errorTitle: 'The search failed' } })
  const isOpen = find.isSuccess && !find.data.exact
  const hits = isOpen ? hitsOf(find.data, find.variables) : []

  function close() {
    setActive(-1)
    find.reset()
  }

  function go(address: string) {
    close()
    setText('')
    onGo(address)
  }

  function search(input: string) {
    setText(input)
    const wanted = extractIdentifier(input.trim())
    if (!wanted) return
    setActive(-1)
    find.mutate(wanted, { onSuccess: ({ exact }) => exact && go(`/samples/${exact.id}`) })
  }

  return {
    text,
    hits,
    active,
    isOpen,
    isPending: find.isPending,
    wanted: find.variables ?? '',
    close,
    go,
    search,
    type: (typed: string) => {
      setText(typed)
      close()
    },
    /** Opens the selected result, or else searches for the text. */
    enter: () => {
      const chosen = hits[active]
      if (chosen) go(chosen.address)
      else search(text)
    },
    /** Selects the next or the previous result, in a circle. Returns its index, or undefined without results. */
    step: (direction: 1 | -1): number | undefined => {
      if (hits.length === 0) return undefined
      const from = active === -1 && direction === -1 ? 0 : active
      const next = (from + direction + hits.length) % hits.length
      setActive(next)
      return next
    },
  }
}
