import { joinPath, pathSeparator } from '@lims/contract/storage-path.ts'

/** Letters of Hebrew, Arabic, Syriac, Thaana and NKo. */
const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Returns a path of storages for the screen. Names that are written from right to left are isolated: without that the
 * freezer would stand beside the cell (Unicode Standard Annex #9).
 */
export function pathText(path: string, separator = pathSeparator): string {
  const names = path.split(pathSeparator)
  if (!rightToLeftLetter.test(path)) return names.join(separator)
  return names.map((name) => `\u2068${name}\u2069`).join(separator)
}

/** The same, of names and a cell label. */
export const pathTextOf = (parts: Parameters<typeof joinPath>[0]): string => pathText(joinPath(parts))

/** Returns the path of a cell without its label: that of its storage. */
export const withoutCell = (path: string, label: string): string => {
  const end = pathSeparator + label
  return path.endsWith(end) ? path.slice(0, -end.length) : path
}
