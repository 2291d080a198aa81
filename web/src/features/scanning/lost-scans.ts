import { tabStorage } from '../../api/tab-storage.ts'

const keyOf = (owner: string) => `lims.lost-scans.${owner}`

/**
 * The codes that a person scanned on the sign-in page and that were not kept, until `forgetLostScans`; oldest first.
 */
export const lostScansOf = (owner: string): string[] => tabStorage.get(keyOf(owner))?.split('\n') ?? []

/** Notes a code, once however often it is read. Returns all that are noted, the latest 500 at most. */
export function noteLostScan(owner: string, code: string): string[] {
  const codes = [...new Set([...lostScansOf(owner), code])].slice(-500)
  tabStorage.set(keyOf(owner), codes.join('\n'))
  return codes
}

export const forgetLostScans = (owner: string): void => tabStorage.remove(keyOf(owner))
