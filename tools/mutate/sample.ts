import { createHash } from 'node:crypto'
import type { Mutant } from './mutant.ts'

/**
 * Whether a mutant belongs to a sample of so many percent, from 1 to 100. The choice is as good as random, the same in
 * each run, and a smaller sample is part of a larger one.
 */
export const isInSample = ({ key }: Pick<Mutant, 'key'>, percent: number): boolean =>
  createHash('sha256').update(key).digest().readUInt32BE() % 100 < percent

/**
 * By how many percentage points the score of all mutants may differ from that of a sample, in 95 of 100 samples
 * (normal approximation of the binomial distribution). 0 for nothing.
 */
export const marginOfError = (killed: number, total: number): number =>
  total === 0 ? 0 : 196 * Math.sqrt((killed * (total - killed)) / total ** 3)
