import { timeInMessage } from '@lims/contract/message-times.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { findLastCustodyChange } from './custody-queries.ts'

export type Tube = { id: string; name: string; alias: string; custody_event_id: number | null }

/**
 * Throws `custody-not-possible`, with who has the tube, if its last change of custody is not `expectedEventId`, null
 * for no change; `seen` says when that was read. Call it with the sample locked; without `expectedEventId` it does
 * nothing.
 */
export async function assertCustodyUnchanged(
  trx: Transaction,
  { id, name, alias, custody_event_id }: Tube,
  expectedEventId: number | null | undefined,
  seen = 'it was listed',
): Promise<void> {
  if (expectedEventId === undefined || expectedEventId === custody_event_id) return
  const tube = `${name} (${alias})`
  const change = await findLastCustodyChange(trx, id)
  const isTaken = change?.to === 'CHECKED_OUT'
  const since = isTaken
    ? `${tube} was checked out since ${seen}`
    : `The custody of ${tube} has changed since ${seen}`
  const who = change && timeAndPerson(change, isTaken)
  throw new DomainError('custody-not-possible', `${since}${who ?? ''}.`)
}

const timeAndPerson = ({ at, personName }: { at: Date; personName: string }, isTaken: boolean): string =>
  isTaken ? `: ${personName} has it since ${timeInMessage(at)}` : `, by ${personName} (${timeInMessage(at)})`
