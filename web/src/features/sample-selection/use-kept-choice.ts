import type { ChosenSample } from '@lims/contract/sample-bulk.ts'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../entities/session/session.ts'

type Choice = ReadonlyMap<string, ChosenSample>

/** The last choice, with its person and the entry in the history of the browser. */
let last: { key: string; choice: Choice } | undefined

/**
 * The samples that were chosen by hand in a list, undefined before the first choice. They are still chosen when Back
 * leads to the list again, not when a link does.
 */
export function useKeptChoice() {
  const person = useSession()?.user.sub
  const { pathname, search, state } = useLocation()
  /** Of the list, whatever its filters are: the next address is known before its page is shown. */
  const address = pathname + search.list
  const [own] = useState(address)
  const key = `${person} ${state.__TSR_key}`
  const [choice, setChoice] = useState(() => (last?.key === key ? last.choice : undefined))

  // Synchronises with the history of the browser, which outlives this page.
  useEffect(() => {
    if (choice && address === own) last = { key, choice }
  }, [key, choice, address, own])

  return [choice, setChoice] as const
}
