import { minuteMs } from '@lims/contract/durations.ts'
import type { Action } from './activity-queries.ts'

const maxPauseMs = 15 * minuteMs

/**
 * Groups consecutive actions of the same kind by one person, unless 15 minutes or another action lie between them.
 * Expects and returns newest first.
 */
export function groupActions(actions: readonly Action[]): Action[] {
  const groups: Action[] = []
  for (const action of actions) {
    const later = groups.at(-1)
    if (later && isSameKind(later, action) && later.from.getTime() - action.at.getTime() <= maxPauseMs) {
      groups[groups.length - 1] = { ...later, from: action.from }
    } else {
      groups.push(action)
    }
  }
  return groups
}

const isSameKind = (one: Action, other: Action) =>
  one.personId === other.personId &&
  one.action === other.action &&
  one.entityType === other.entityType &&
  one.toStatus === other.toStatus &&
  one.variant === other.variant
