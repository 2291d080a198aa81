import type { ChosenSample } from '@lims/contract/sample-bulk.ts'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../entities/session/session.ts'
import type { MatchingFilter } from './selection-api.ts'

/** The samples, and the last filter of which all matching samples were chosen. */
type Choice = { samples?: ReadonlyMap<string, ChosenSample>; filter?: MatchingFilter | undefined }

/** The last choice, with its person and the entry in the history of the browser. */
let last: { key: string; choice: Choice } | undefined

/**
 * What was chosen by hand in a list: no samples before the first choice. They are still chosen when Back leads to the
 * list again, not when a link does.
 */
export function useKeptChoice() {
  const person = useSession()?.user.sub
  const { pathname, search, state } = useLocation()
  /** The address of the list without its filters. It changes to the next address before the next page is shown. */
  const address = pathname + search.list
  const [own] = useState(address)
  const key = `${person} ${state.__TSR_key}`
  const [choice, setChoice] = useState<Choice>(() => (last?.key === key ? last.choice : {}))

  // Synchronises with the history of the browser, which outlives this page.
  useEffect(() => {
    if (choice.samples && address === own) last = { key, choice }
  }, [key, choice, address, own])

  return [choice, setChoice] as const
}
