import type { Db } from '../db/database.ts'
import { findSamplesByCodes } from './bulk-queries.ts'

/** Returns a sentence about a code that is not a tube ID but the name of a sample; undefined if it is neither. */
export async function describeName(db: Db, code: string): Promise<string | undefined> {
  const [sample, other] = await findSamplesByCodes(db, [code], 2)
  if (!sample) return undefined
  return other
    ? `${code} is the name of several samples, not a tube ID.`
    : `${code} is the name of a sample, not a tube ID. The tube ID is ${sample.alias}.`
}
