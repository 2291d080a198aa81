/** XML holds no control characters and turns CR into LF; write-excel-file drops the rest of these. */
const unsafeInXml = /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}|\ufffd/gu
/** What looks like an escape must itself be escaped. */
const escapeItself = /_(?=x[0-9a-f]{4}_)/gi

/** Text as Excel keeps it (ST_Xstring): `_x0001_` for U+0001. Excel and read-excel-file read what was meant. */
export function xlsxText(text: string): string {
  // write-excel-file looks texts up in a plain object, where 'constructor' is always found.
  if (text in {}) return escapeOf(text[0] ?? '') + text.slice(1)
  return text
    .replace(escapeItself, '_x005F_')
    .replace(unsafeInXml, (unsafe) => unsafe.split('').map(escapeOf).join(''))
}

const escapeOf = (unit: string) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
