import type { FieldChange } from '@lims/contract/errors.ts'
import { formatSeries } from '@lims/contract/join-texts.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { type Entity, listChangesAfter } from './audit-queries.ts'

type Stale = Entity & { name: string; version: number }

/** Returns the error for a save that began from an older version; it names who has changed which fields since. */
export async function staleVersion(trx: Transaction, { name, ...seen }: Stale): Promise<DomainError> {
  const changes = await listChangesAfter(trx, seen)
  const people = [...new Set(changes.map((change) => change.personName))]
  const fields = [...new Set(changes.flatMap((change) => change.fields))]
  const who = people.length > 0 ? formatSeries(people) : 'Somebody'
  const what = fields.length > 0 ? `${formatSeries(fields)} of ${name}` : name
  const message = `Not saved: ${who} changed ${what}.`
  return new DomainError('version-stale', message, undefined, { changes: lastChanges(changes) })
}

/** The last change of each field. */
function lastChanges(changes: Awaited<ReturnType<typeof listChangesAfter>>): FieldChange[] {
  const last = new Map<string, FieldChange>()
  for (const { personName, changedAt, fields } of changes) {
    for (const field of fields) last.set(field, { field, personName, changedAt: changedAt.toISOString() })
  }
  return [...last.values()]
}
