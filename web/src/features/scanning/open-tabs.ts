import { randomKey } from '../../api/idempotency-keys.ts'

const nameOf = (tab: string) => `lims.tab.${tab}`

/** This page, until it is closed or reloaded. */
export const ownTab = randomKey()

// Held as long as this page lives: the browser gives it back even after a crash. Absent on a plain http address.
void navigator.locks?.request(nameOf(ownTab), () => new Promise(() => {}))

/** The other tabs out of these that are open. Without locks none is known to be: the caller must bear a wrong answer. */
export async function openTabs(tabs: readonly string[]): Promise<ReadonlySet<string>> {
  const names = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name))
  return new Set(tabs.filter((tab) => tab !== ownTab && names.has(nameOf(tab))))
}

/** Runs `work` in one tab at a time, where the browser can see to it. */
export const oneTabAtATime = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, work) : work()
