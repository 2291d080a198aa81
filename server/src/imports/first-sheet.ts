import type { ZipEntry } from './list-zip-entries.ts'

const workbook = 'xl/workbook.xml'
const relations = 'xl/_rels/workbook.xml.rels'
const maxRow = 1_048_576
const maxColumn = 16_384

export const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}=(["'])([^<>]*?)\\1`).exec(tag)?.[2]

const readEntry = (entries: readonly ZipEntry[], name: string) =>
  entries.find((one) => one.name === name)?.read()

export async function readEntryText(entries: readonly ZipEntry[], name: string): Promise<string> {
  return withoutPrefix((await readEntry(entries, name)) ?? Buffer.of()).toString('utf8')
}

const prefixOfRoot = /<(\w{1,20}):(?:workbook|worksheet|styleSheet|Relationships)[\s>]/

/** Programs for .NET write `<x:row>` for `<row>`. Returns the XML with plain names of its tags. */
function withoutPrefix(xml: Buffer): Buffer {
  const prefix = prefixOfRoot.exec(xml.toString('latin1', 0, 4096))?.[1]
  if (prefix === undefined) return xml
  return Buffer.from(xml.toString('utf8').replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</'))
}

/**
 * The sheet to read: its number from 1 among all sheets, its XML, and how many others a person sees with cells.
 * `date1904` is what the workbook says about the beginning of its days: they count from 1904 if it is '1' or 'true'.
 */
type FirstSheet = { number: number; xml: Buffer | undefined; others: number; date1904: string | undefined }

/** Finds the first sheet with cells that a person sees: those that are hidden or empty, and charts, are passed over. */
export async function readFirstSheet(entries: readonly ZipEntry[]): Promise<FirstSheet> {
  const book = await readEntryText(entries, workbook)
  const date1904 = attribute(/<workbookPr\s[^<>]*>/.exec(book)?.[0] ?? '', 'date1904')
  const sheets = book.match(/<sheet\s[^<>]*>/g) ?? []
  const related = (await readEntryText(entries, relations)).match(/<Relationship\s[^<>]*>/g) ?? []
  const isShown = (sheet: string) =>
    !isHidden(sheet) && attribute(relationOf(sheet, related), 'Type')?.endsWith('/worksheet') === true
  const xmlOf = (sheet = '') => {
    const target = attribute(relationOf(sheet, related), 'Target') ?? ''
    return readEntry(entries, target.replace(/^\/?(xl\/)?/, 'xl/'))
  }
  const filled: number[] = []
  // One at a time, so that only one is in memory.
  for (const [index, sheet] of sheets.entries())
    if (isShown(sheet) && hasCells(await xmlOf(sheet))) filled.push(index)
  const [index = Math.max(sheets.findIndex(isShown), 0)] = filled
  const xml = await xmlOf(sheets[index])
  const others = Math.max(filled.length - 1, 0)
  return { number: index + 1, xml: xml && withoutPrefix(xml), others, date1904 }
}

/** Old programs add two empty sheets to each workbook. A formula may have no result yet. */
const hasCells = (sheet: Buffer | undefined) =>
  ['</v>', '</is>', '</f>', ':v>', ':is>', ':f>'].some((end) => sheet?.includes(end))

const isHidden = (sheet: string) => /^(veryH|h)idden$/.test(attribute(sheet, 'state') ?? '')

const relationOf = (sheet: string, related: readonly string[]): string => {
  const id = attribute(sheet, '\\w+:id')
  return related.find((tag) => attribute(tag, 'Id') === id) ?? ''
}

/** Lists the numbers, from 1, of rows that a filter, a group or a person hides. */
export function listHiddenRows(sheet: Buffer): number[] {
  // Skips other sheets, because decoding doubles their memory.
  if (!sheet.includes('hidden=')) return []
  return (sheet.toString('latin1').match(/<row\s[^<>]*>/g) ?? [])
    .filter((tag) => /^(1|true)$/.test(attribute(tag, 'hidden') ?? ''))
    .map((tag) => Number(attribute(tag, 'r')))
}

/** Parses the name of a cell, such as B4, into its row and column, counted from 0. */
export function parsePlace(name: string): { row: number; column: number } | undefined {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(name) ?? []
  const row = Number(digits)
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  if (row < 1 || row > maxRow || column < 1 || column > maxColumn) return undefined
  return { row: row - 1, column: column - 1 }
}

/** Sets the text of the cell with this tag. */
export function setCell(cells: string[][], tag: string, value: string): void {
  const place = parsePlace(attribute(tag, 'r') ?? '')
  if (!place) return
  while (cells.length <= place.row) cells.push([])
  const line = cells[place.row] ?? []
  while (line.length <= place.column) line.push('')
  line[place.column] = value
}
