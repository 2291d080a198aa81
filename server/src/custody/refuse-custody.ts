import { custodyNames } from '@lims/contract/custody.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import { timeInMessage } from '@lims/contract/message-times.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { LockedSample } from '../samples/lock-samples-queries.ts'
import { type LastChange, listLastChanges } from './custody-event-queries.ts'

/** Throws `custody-not-possible` with a sentence for each sample: who has it, since when and for what. */
export async function refuseCustody(
  trx: Transaction,
  samples: readonly LockedSample[],
  consequence: string,
): Promise<never> {
  const changes = await listLastChanges(
    trx,
    samples.map(({ id }) => id),
  )
  const sentences = samples.map((sample) => describeCustody(sample, changes.get(sample.id)))
  throw new DomainError(
    'custody-not-possible',
    `${joinTexts(sentences, { separator: ' ' })} ${consequence}`.trim(),
  )
}

function describeCustody({ name, alias, custody }: LockedSample, last: LastChange | undefined): string {
  const tube = `${name} (${alias})`
  const state = custodyNames[custody]
  if (!last) return `${tube} is ${state}.`
  const since = `since ${timeInMessage(last.at)}`
  const forWhat = last.purpose && ` for '${last.purpose}'`
  if (custody === 'CHECKED_OUT') {
    const due = last.expectedReturnAt ? `, due back by ${timeInMessage(last.expectedReturnAt)}` : ''
    return `${tube} is checked out: ${last.personName} has it ${since}${forWhat}${due}.`
  }
  if (custody === 'RESERVED') {
    return `${tube} is reserved for ${last.reservedForName ?? last.personName} ${since}${forWhat}.`
  }
  const why = last.reason && `: '${last.reason}'`
  const before =
    custody === 'MISSING' && last.from === 'QUARANTINED' ? ', and was in quarantine until then' : ''
  return `${tube} is ${state} ${since}, set by ${last.personName}${why}${before}.`
}
