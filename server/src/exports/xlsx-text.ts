/** XML cannot represent control characters and converts CR to LF; write-excel-file drops the others. */
const unsafeInXml = /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}|\ufffd/gu
/** Text that looks like an escape must be escaped. */
const escapeItself = /_(?=x[0-9a-f]{4}_)/gi

/** Escapes text for Excel (ECMA-376, ST_Xstring): `_x0001_` for U+0001. */
export function xlsxText(text: string): string {
  // write-excel-file uses a plain object as a map, in which 'constructor' always exists.
  if (text in {}) return escapeOf(text[0] ?? '') + text.slice(1)
  return text
    .replace(escapeItself, '_x005F_')
    .replace(unsafeInXml, (unsafe) => unsafe.split('').map(escapeOf).join(''))
}

const escapeOf = (unit: string) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
