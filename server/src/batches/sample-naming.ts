const maxPrefixLength = 60

/**
 * Returns the default prefix of sample names: the batch name in ASCII letters, digits and hyphens, which every label
 * can print.
 */
export function prefixOf(batchName: string): string {
  const safe = batchName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, maxPrefixLength)
    .replace(/^-+|-+$/g, '')
  return safe || 'BATCH'
}

/** Returns the width of running numbers up to `count`, at least `minDigits`, so that names sort. */
export const digitsFor = (count: number, minDigits: number): number =>
  Math.max(minDigits, String(count).length)
