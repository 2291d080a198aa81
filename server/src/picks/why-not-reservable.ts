import type { Custody } from '@lims/contract/custody.ts'
import { describeChange } from '../custody/describe-change.ts'

/** The facts by which a sample can be reserved or not. */
export type Reservability = {
  custody: Custody
  /** Who made the last change of custody. */
  changedByName: string | null
  isStored: boolean
  /** The open list that wants the sample, and for whom. */
  wantedBy: { name: string; personName: string } | null
}

/** Returns why a sample cannot be reserved, to be read after its name, or undefined if it can. */
export function whyNotReservable({ custody, changedByName, isStored, wantedBy }: Reservability) {
  if (wantedBy) return `reserved for ${wantedBy.personName} on the pick list '${wantedBy.name}'`
  if (custody !== 'AVAILABLE') return describeChange(custody, changedByName)
  return isStored ? undefined : 'not in storage'
}
