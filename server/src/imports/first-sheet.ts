import type { ZipEntry } from './zip-entries.ts'

const workbook = 'xl/workbook.xml'
const relations = 'xl/_rels/workbook.xml.rels'
const maxRow = 1_048_576
const maxColumn = 16_384

export const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"<>]*)"`).exec(tag)?.[1]

const readEntry = (entries: readonly ZipEntry[], name: string) =>
  entries.find((one) => one.name === name)?.read()

export async function readText(entries: readonly ZipEntry[], name: string): Promise<string> {
  return (await readEntry(entries, name))?.toString('utf8') ?? ''
}

/** Returns the XML of the first sheet of a workbook. */
export async function readFirstSheet(entries: readonly ZipEntry[]): Promise<Buffer | undefined> {
  const sheet = /<sheet\s[^<>]*>/.exec(await readText(entries, workbook))?.[0] ?? ''
  const id = attribute(sheet, 'r:id')
  const related = (await readText(entries, relations)).match(/<Relationship\s[^<>]*>/g) ?? []
  const relation = related.find((tag) => attribute(tag, 'Id') === id) ?? ''
  const target = (attribute(relation, 'Target') ?? '').replace(/^\/?(xl\/)?/, 'xl/')
  return readEntry(entries, target)
}

/** Sets the text of the cell with this tag. */
export function setCell(cells: string[][], tag: string, value: string): void {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(attribute(tag, 'r') ?? '') ?? []
  const row = Number(digits)
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  if (row < 1 || row > maxRow || column < 1 || column > maxColumn) return
  while (cells.length < row) cells.push([])
  const line = cells[row - 1] ?? []
  while (line.length < column) line.push('')
  line[column - 1] = value
}
