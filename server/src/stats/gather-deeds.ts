import type { Deed } from './activity-queries.ts'

const maxPauseMs = 15 * 60_000

/** Like deeds of one person, newest first, become one, as long as no pause and no other deed lies between them. */
export function gatherDeeds(deeds: readonly Deed[]): Deed[] {
  const gathered: Deed[] = []
  for (const deed of deeds) {
    const later = gathered.at(-1)
    if (later && isLike(later, deed) && later.from.getTime() - deed.at.getTime() <= maxPauseMs) {
      gathered[gathered.length - 1] = { ...later, from: deed.from, things: later.things + deed.things }
    } else {
      gathered.push(deed)
    }
  }
  return gathered
}

const isLike = (one: Deed, other: Deed) =>
  one.personId === other.personId &&
  one.action === other.action &&
  one.entityType === other.entityType &&
  one.toStatus === other.toStatus
