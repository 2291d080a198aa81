import type { Custody } from '@lims/contract/custody.ts'

/** What a tube is, and what somebody has done to it. */
export const custodyWords: Record<Custody, { state: string; change: string }> = {
  AVAILABLE: { state: 'available', change: 'put back as available' },
  RESERVED: { state: 'reserved', change: 'reserved' },
  CHECKED_OUT: { state: 'checked out', change: 'checked out' },
  MISSING: { state: 'missing', change: 'reported missing' },
  QUARANTINED: { state: 'quarantined', change: 'put in quarantine' },
  DEPLETED: { state: 'depleted', change: 'marked as depleted' },
  DISPOSED: { state: 'disposed of', change: 'disposed of' },
}

/** Returns 'checked out by Bo Chen', to be read after the name of a sample. */
export function describeChange(custody: Custody, personName: string | null): string {
  const { change } = custodyWords[custody]
  return personName === null ? change : `${change} by ${personName}`
}
