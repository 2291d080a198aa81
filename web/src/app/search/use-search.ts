import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { extractIdentifier as cleanCode } from '../../features/scanning/extract-identifier.ts'
import { findAnything } from './find-anything.ts'
import { hitsOf } from './hit-list.tsx'

/** The text in the search box, what was found for it, and which hit the arrow keys have come to. */
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

  function look(given: string) {
    setText(given)
    const wanted = cleanCode(given.trim())
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
    look,
    type: (typed: string) => {
      setText(typed)
      close()
    },
    /** Opens the hit that the arrow keys have come to, else looks for the text. */
    enter: () => {
      const chosen = hits[active]
      if (chosen) go(chosen.address)
      else look(text)
    },
    /** To the next hit or the one before, round and round; undefined where there is none. */
    step: (by: 1 | -1): number | undefined => {
      if (hits.length === 0) return undefined
      const from = active === -1 && by === -1 ? 0 : active
      const next = (from + by + hits.length) % hits.length
      setActive(next)
      return next
    },
  }
}
