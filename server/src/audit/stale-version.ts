import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { type AuditEvent, listChangesAfter } from './audit-queries.ts'

type Stale = Pick<AuditEvent, 'entityType' | 'entityId'> & { name: string; version: number }

/** Returns the error for a save that began from an older version; it names who has changed which fields since. */
export async function staleVersion(trx: Transaction, { name, ...seen }: Stale): Promise<DomainError> {
  const changes = await listChangesAfter(trx, seen)
  const people = [...new Set(changes.map((change) => change.personName))]
  const fields = [...new Set(changes.flatMap((change) => change.fields))]
  const who = people.length > 0 ? inSeries(people) : 'Somebody'
  const what = fields.length > 0 ? `${inSeries(fields)} of ${name}` : name
  return new DomainError('version-stale', `${who} changed ${what} meanwhile. Nothing was saved.`)
}

const series = new Intl.ListFormat('en', { type: 'conjunction' })
const inSeries = (words: string[]) => series.format(words)
