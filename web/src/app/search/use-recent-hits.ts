import { useEffect, useMemo } from 'react'
import { z } from 'zod'
import { keysWithPrefix } from '../../api/browser-storage.ts'
import { createLocalStore, type Store, useStore } from '../../api/create-store.ts'
import { parseJson } from '../../api/parse-json.ts'
import { useSession } from '../../entities/session/session.ts'

/** A hit that was opened: what it is called, and a second text such as the tube ID or the kind. */
const RecentHit = z.object({
  /** A path of this site: '//' would lead to another one. */
  address: z
    .string()
    .regex(/^\/(?!\/)/)
    .max(500),
  title: z.string().max(300),
  detail: z.string().max(300),
})
export type RecentHit = z.infer<typeof RecentHit>

const maxRecent = 6
const keyPrefix = 'lims.recent-hits.'

/** The hits that this person opened last in this browser, the latest first. */
export function useRecentHits(): { recent: readonly RecentHit[]; remember: (hit: RecentHit) => void } {
  const person = useSession()?.user.sub ?? ''
  const store = useMemo(() => createLocalStore(keyPrefix + person), [person])
  const recent = parseRecent(useStore(store))
  // Cleans localStorage, which outlives the versions of this page.
  useEffect(forgetSubjects, [])
  return { recent, remember: (hit) => remember(store, hit) }
}

function remember(store: Store<string | null>, { address, title, detail }: RecentHit) {
  const others = parseRecent(store.get()).filter((one) => one.address !== address)
  store.set(JSON.stringify([{ address, title, detail }, ...others].slice(0, maxRecent)))
}

/** Removes what an earlier version stored of any person: it also remembered subjects, by their IDs. */
function forgetSubjects() {
  for (const key of keysWithPrefix(localStorage, keyPrefix)) {
    const stored = localStorage.getItem(key)
    if (stored?.includes(ofSubject)) localStorage.setItem(key, JSON.stringify(parseRecent(stored)))
  }
}

const ofSubject = 'subjectId='

/** Returns nothing for a damaged entry. */
const parseRecent = (stored: string | null): RecentHit[] =>
  (parseJson(stored, z.array(RecentHit)) ?? [])
    .filter(({ address }) => !address.includes(ofSubject))
    .slice(0, maxRecent)
