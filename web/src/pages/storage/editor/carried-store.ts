import { useSyncExternalStore } from 'react'
import { currentSession, onSessionChange } from '../../../entities/session/session.ts'
import type { PickedTubes } from './picked-tubes.ts'

let carried: PickedTubes | undefined
const listeners = new Set<() => void>()

/** Kept outside any screen: tubes that were cut stay in hand while one walks to another box. */
export function carry(next: PickedTubes | undefined) {
  carried = next
  for (const listener of listeners) listener()
}

// The next person at this machine must not find the last one's tubes in hand.
onSessionChange(() => currentSession() || carry(undefined))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useCarried = (): PickedTubes | undefined => useSyncExternalStore(subscribe, () => carried)
