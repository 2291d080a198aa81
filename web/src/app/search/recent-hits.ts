import { useMemo } from 'react'
import { z } from 'zod'
import { createLocalStore, type Store, useStore } from '../../api/create-store.ts'
import { useSession } from '../../entities/session/session.ts'

/** A hit that was opened: what it is called, and a second text such as the tube id or the kind. */
const RecentHit = z.object({
  address: z.string().startsWith('/').max(500),
  title: z.string().max(300),
  detail: z.string().max(300),
})
export type RecentHit = z.infer<typeof RecentHit>

const maxRecent = 6

/** The hits that this person opened last in this browser, the latest first. */
export function useRecentHits(): { recent: readonly RecentHit[]; remember: (hit: RecentHit) => void } {
  const person = useSession()?.user.sub ?? 'nobody'
  const store = useMemo(() => createLocalStore(`lims.recent-hits.${person}`), [person])
  const recent = parseRecent(useStore(store))
  return { recent, remember: (hit) => remember(store, hit) }
}

function remember(store: Store<string | null>, { address, title, detail }: RecentHit) {
  const others = parseRecent(store.get()).filter((one) => one.address !== address)
  store.set(JSON.stringify([{ address, title, detail }, ...others].slice(0, maxRecent)))
}

/** Returns nothing for a damaged entry. */
function parseRecent(stored: string | null): RecentHit[] {
  const parsed = Json.pipe(z.array(RecentHit)).safeParse(stored ?? '[]')
  return parsed.success ? parsed.data.slice(0, maxRecent) : []
}

const Json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' })
    return z.NEVER
  }
})
