import { minuteMs } from '@lims/contract/durations.ts'
import { useSyncExternalStore } from 'react'
import { clock } from './clock.ts'

/** A timer that is set for midnight is late on a computer that has slept. */
const checkMs = minuteMs

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, checkMs)
  return () => clearInterval(timer)
}

const today = () => clock().dayOf(new Date())

/**
 * Renders the component, and those in it, again when the next day of the laboratory begins: they may say 'today', and a
 * page may stay open overnight. Call it once for a list, as each call has a timer.
 */
export function useRerenderDaily(): void {
  useSyncExternalStore(subscribe, today)
}
