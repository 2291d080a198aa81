const maxPrefixLength = 60

/** The prefix that sample names take when none is given: the batch name in characters that survive any label. */
export function prefixOf(batchName: string): string {
  const safe = batchName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, maxPrefixLength)
    .replace(/^-+|-+$/g, '')
  return safe || 'BATCH'
}

/** Digits of the running number: at least `least`, more when the count needs it, so that names sort. */
export const digitsFor = (count: number, least: number): number => Math.max(least, String(count).length)
