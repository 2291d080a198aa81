import type { ChosenSample } from '@lims/contract/sample-bulk.ts'
import { type ParsedLocation, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../entities/session/session.ts'
import { NewestEntries } from '../../ui/newest-entries.ts'

type Choice = ReadonlyMap<string, ChosenSample>

/** By the person and the entry in the history of the browser. */
const kept = new NewestEntries<Choice>(8)

/** The list at an address, whatever its filters are. */
const listAt = ({ pathname, search }: ParsedLocation<{ list?: string | undefined }>) =>
  `${pathname} ${search.list ?? ''}`

/**
 * The samples that were chosen by hand in a list, undefined before the first choice. They are still chosen when Back or
 * Forward leads to the list again, not when a link does.
 */
export function useKeptChoice() {
  const person = useSession()?.user.sub
  const location = useLocation()
  const [list] = useState(() => listAt(location))
  // The next address is known before its page is shown.
  const key = listAt(location) === list ? `${person} ${location.state.__TSR_key}` : undefined
  const [choice, setChoice] = useState(() => (key === undefined ? undefined : kept.get(key)))

  // Synchronises with the history of the browser, which outlives this page.
  useEffect(() => {
    if (key !== undefined && choice) kept.set(key, choice)
  }, [key, choice])

  return [choice, setChoice] as const
}
