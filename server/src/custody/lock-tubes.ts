import { errorTexts } from '@lims/contract/errors.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import { parseStorageCode, storageCode, storageLabelScanned } from '@lims/contract/storage-code.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { describeName } from '../samples/describe-name.ts'
import { type LockedSample, lockSamples } from '../samples/lock-samples-queries.ts'
import { findPath, listStoragesByCode, type ScannedStorage } from '../storage/storage-queries.ts'
import { findIdsByIdentifiers } from './identifier-queries.ts'

/**
 * Locks the samples with these ids or tube IDs, each once, in the order of the identifiers. Throws `sample-not-found`
 * if one is unknown, with a sentence of its own for the label or the name of a storage and the name of a sample.
 */
export async function lockTubes(trx: Transaction, identifiers: readonly string[]): Promise<LockedSample[]> {
  const found = await findIdsByIdentifiers(trx, identifiers)
  const unknown = identifiers.filter((_, index) => found[index] === null)
  if (unknown.length > 0) throw await tubesNotFound(trx, unknown)
  const ids = [...new Set(found.flatMap((id) => id ?? []))]
  return lockSamples(trx, ids, { consequence: 'Nothing was changed.' })
}

async function tubesNotFound(trx: Transaction, unknown: readonly string[]): Promise<DomainError> {
  const [first = ''] = unknown
  const storageId = parseStorageCode(first)
  if (unknown.length === 1 && storageId !== undefined) {
    const path = await findPath(trx, storageId)
    return new DomainError('sample-not-found', storageLabelScanned(first, path), 'identifiers')
  }
  if (unknown.length === 1) {
    const storages = await listStoragesByCode(trx, first)
    const sentence = storages.length > 0 ? storageNamed(first, storages) : await describeName(trx, first)
    if (sentence) return new DomainError('sample-not-found', sentence, 'identifiers')
  }
  const consequence = unknown.length > 1 ? ' Nothing was changed.' : ''
  const message = `${errorTexts.sampleNotFound}: ${joinTexts(unknown)}.${consequence}`
  return new DomainError('sample-not-found', message, 'identifiers')
}

/** Says that a code is the name of storages, with the code of the label, which may be typed in place of a scan. */
function storageNamed(name: string, storages: readonly ScannedStorage[]): string {
  const [storage, other] = storages
  return storage && !other
    ? `${name} is the name of a storage, not a tube ID. The code on its label is ${storageCode(storage.id)}.`
    : `${name} is the name of ${formatCount(storages.length, 'storage')}, not a tube ID.`
}
