import { type Custody, isOutOfUse } from '@lims/contract/custody.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { getContentName, insertPlacements, type Place, type PlacedSample } from './placement-queries.ts'
import { cellLabel } from './resolve-cell.ts'
import { formatPath, getStoragePath } from './storage-queries.ts'
import { translateDatabaseError } from './translate-database-error.ts'

/** Words the refusal of a cell, such as 'A1 of Rack A › Box 1', by what it contains. */
type Sentence = (cell: string, content: string) => string

/** Throws `sample-out-of-use`, with their names, if some of the samples are depleted or disposed of. */
export function assertInUse(samples: readonly { name: string; alias: string; custody: Custody }[]): void {
  const outOfUse = samples.filter(({ custody }) => isOutOfUse(custody))
  if (outOfUse.length === 0) return
  const names = joinTexts(outOfUse.map(({ name, alias }) => `${name} (${alias})`))
  const them = outOfUse.length === 1 ? 'it' : 'them'
  throw new DomainError(
    'sample-out-of-use',
    `Depleted or disposed of, as recorded: ${names}. Undo that, or count ${them} in a stock-take, before placing ${them} in storage.`,
  )
}

/**
 * Places samples that are in no cell. Throws `cell-taken` with `sentence` if something is in one of the cells. With
 * `keepsPutAway` they go on waiting to be put away. `scannedAt` is the time of a scan that was sent later.
 */
export async function placeSamples(
  trx: Transaction,
  places: readonly PlacedSample[],
  actor: Actor,
  { sentence, ...options }: { keepsPutAway?: boolean; scannedAt?: Date | undefined; sentence: Sentence },
): Promise<void> {
  const placed = await translateDatabaseError(insertPlacements(trx, places, actor, options))
  const blocked = places.find(({ sampleId }) => !placed.has(sampleId))
  if (blocked) throw await cellTaken(trx, blocked, sentence)
}

/** Returns the refusal of a cell that contains something. */
export async function cellTaken(trx: Transaction, place: Place, sentence: Sentence): Promise<DomainError> {
  const { grid, hierarchy } = await getStoragePath(trx, place.storageId)
  const content = await getContentName(trx, place)
  return new DomainError(
    'cell-taken',
    sentence(`${cellLabel(place, grid)} of ${formatPath(hierarchy)}`, content),
  )
}
