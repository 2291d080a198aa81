import { joinTexts } from '@lims/contract/join-texts.ts'
import type { Transaction } from '../db/database.ts'
import { type KeptTable, listDeletedSamples } from './deleted-sample-queries.ts'

/**
 * Names the samples that were deleted and not restored, by their ids or by those of their events: 'NB-1 (T0000001) was
 * deleted since'. Undefined if none was.
 */
export async function describeDeleted(
  trx: Transaction,
  table: KeptTable,
  ids: readonly (string | number)[],
): Promise<string | undefined> {
  const deleted = await listDeletedSamples(trx, table, ids)
  if (deleted.length === 0) return undefined
  const sentences = deleted.map(({ name, alias }) => `${name} (${alias}) was deleted since`)
  return joinTexts(sentences, { separator: '; ' })
}
