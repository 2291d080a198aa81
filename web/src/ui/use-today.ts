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
 * Returns the day of the laboratory, such as '2026-11-20'. The component is rendered again when the next one begins: it
 * may say 'today', and a page may stay open overnight.
 */
export const useToday = (): string => useSyncExternalStore(subscribe, today)
