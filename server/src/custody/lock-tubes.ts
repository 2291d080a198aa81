import { errorTexts } from '@lims/contract/errors.ts'
import { parseStorageCode, storageLabelScanned } from '@lims/contract/storage-code.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { listFirst } from '../list-first.ts'
import { type LockedCustody, lockCustody } from '../samples/custody-queries.ts'
import { samplesNotFound } from '../samples/samples-not-found.ts'
import { findStorageName } from '../storage/storage-queries.ts'
import { findIdsByIdentifiers } from './identifier-queries.ts'

/**
 * Locks the samples with these ids or tube IDs, each once, in the order of the identifiers. Throws `sample-not-found`
 * if one is unknown, with a sentence of its own for the label of a storage.
 */
export async function lockTubes(trx: Transaction, identifiers: readonly string[]): Promise<LockedCustody[]> {
  const found = await findIdsByIdentifiers(trx, identifiers)
  const unknown = identifiers.filter((_, index) => found[index] === null)
  if (unknown.length > 0) throw await tubesNotFound(trx, unknown)
  return lockSamples(trx, [...new Set(found.flatMap((id) => id ?? []))], 'Nothing was changed.')
}

/** Locks samples and returns them in the order of `ids`. Throws `sample-not-found` if one does not exist. */
export async function lockSamples(
  trx: Transaction,
  ids: readonly string[],
  consequence: string,
): Promise<LockedCustody[]> {
  const locked = new Map((await lockCustody(trx, ids)).map((sample) => [sample.id, sample]))
  if (locked.size < ids.length) throw samplesNotFound(ids.length - locked.size, consequence)
  return ids.flatMap((id) => locked.get(id) ?? [])
}

async function tubesNotFound(trx: Transaction, unknown: readonly string[]): Promise<DomainError> {
  const [first = ''] = unknown
  const storageId = parseStorageCode(first)
  if (unknown.length === 1 && storageId !== undefined) {
    const name = await findStorageName(trx, storageId)
    return new DomainError('sample-not-found', storageLabelScanned(first, name), 'identifiers')
  }
  const consequence = unknown.length > 1 ? ' Nothing was changed.' : ''
  const message = `${errorTexts.sampleNotFound}: ${listFirst(unknown)}.${consequence}`
  return new DomainError('sample-not-found', message, 'identifiers')
}
