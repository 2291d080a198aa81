/**
 * Returns 00123 for ="00123", which programs write into CSV files so that Excel keeps the zeros. Returns other cells as
 * they are.
 */
export const readTextFormula = (cell: string): string =>
  /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell
