/** Returns the first cells of a line, trimmed; undefined if they cannot be separated. */
export function cellsOf(line: string, delimiter: string | undefined): string[] | undefined {
  const separator = delimiter ?? [';', '\t', ','].find((sign) => line.includes(sign))
  if (separator === undefined) return undefined
  const quoted = quotedCells(line)
  if (quoted) return quoted
  const cells = plainCells(line, separator)
  // With a comma as the separator, a second comma would be a decimal sign: nobody can tell them apart.
  return separator === ',' && cells[2] !== undefined ? undefined : cells
}

export const plainCells = (line: string, separator: string) =>
  line.split(separator, 3).map((cell) => cell.trim().replace(/^"|"$/g, ''))

/** The first cells of a line that has its time and temperature in quotes: a comma in quotes is a decimal sign. */
function quotedCells(line: string): string[] | undefined {
  const [before, time, between, value, after, next] = line.split('"', 6)
  if (before?.trim() !== '' || between?.trim() !== ',' || value === undefined) return undefined
  const [rest, third = ''] = (after ?? 'open').split(',', 2)
  return rest?.trim() === '' ? [time ?? '', value, third.trim() || (next ?? '')] : undefined
}
