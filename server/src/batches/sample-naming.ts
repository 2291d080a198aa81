const maxPrefixLength = 60

/** Latin letters without a Unicode decomposition, with their usual ASCII spelling. */
const asciiOf: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ħ: 'h', Ħ: 'H', ı: 'i' },
}

/**
 * Returns the default prefix of sample names: the batch name in ASCII letters, digits and hyphens, which every label
 * can print.
 */
export function prefixOf(batchName: string): string {
  const safe = batchName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\0-\x7f]/g, (letter) => asciiOf[letter] ?? letter)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, maxPrefixLength)
    .replace(/^-+|-+$/g, '')
  return safe || 'BATCH'
}

/** Returns the width of running numbers up to `count`, at least `minDigits`, so that names sort. */
export const digitsFor = (count: number, minDigits: number): number =>
  Math.max(minDigits, String(count).length)
