import type { Custody } from '@lims/contract/custody.ts'

/** What somebody has done to a tube that has this custody now. */
const changeWords: Record<Custody, string> = {
  AVAILABLE: 'put back as available',
  RESERVED: 'reserved',
  CHECKED_OUT: 'checked out',
  MISSING: 'reported missing',
  QUARANTINED: 'put in quarantine',
  DEPLETED: 'marked as depleted',
  DISPOSED: 'disposed of',
}

/** Returns 'checked out by Bo Chen', to be read after the name of a sample. */
export function describeChange(custody: Custody, personName: string | null): string {
  const change = changeWords[custody]
  return personName === null ? change : `${change} by ${personName}`
}
