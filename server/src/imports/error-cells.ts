import type { ZipEntry } from './zip-entries.ts'

/** Stands for the value of a formula whose result is not in the file: programs that write workbooks do not calculate. */
const noResult = '#NO RESULT!'

/** Returns why a cell cannot be imported; undefined if it can. */
export function cellProblem(cell: string): string | undefined {
  if (cell === noResult) return 'is a formula without a result: open the file in Excel and save it there'
  return isErrorValue(cell) ? 'is an Excel error: correct the formula or clear the cell' : undefined
}

/** Returns whether a text is the value that Excel shows for a failed formula. */
const isErrorValue = (cell: string): boolean =>
  /^#(N\/A|NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|GETTING_DATA)$/.test(
    cell,
  )

const workbook = 'xl/workbook.xml'
const relations = 'xl/_rels/workbook.xml.rels'
const maxRow = 1_048_576
const maxColumn = 16_384
const cell = /(<c\s[^<>]*>)(?:<f[^<>]*>(?:[^<>]*<\/f>)?)?<v>([^<>]*)<\/v>/g
const unsolved = /(<c\s[^<>]*>)<f[^<>]*>(?:[^<>]*<\/f>)?(?:<v\s*\/>|<v><\/v>)?<\/c>/g
const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"<>]*)"`).exec(tag)?.[1]

/**
 * Inserts the errors of failed formulas in the first sheet, and `#NO RESULT!` for formulas without a saved result:
 * read-excel-file returns both as empty cells.
 */
export async function insertErrorValues(entries: readonly ZipEntry[], cells: string[][]): Promise<void> {
  const contentOf = (name: string) => entries.find((one) => one.name === name)?.read()
  const textOf = async (name: string) => (await contentOf(name))?.toString('utf8') ?? ''
  const sheet = /<sheet\s[^<>]*>/.exec(await textOf(workbook))?.[0] ?? ''
  const id = attribute(sheet, 'r:id')
  const related = (await textOf(relations)).match(/<Relationship\s[^<>]*>/g) ?? []
  const relation = related.find((tag) => attribute(tag, 'Id') === id) ?? ''
  const target = (attribute(relation, 'Target') ?? '').replace(/^\/?(xl\/)?/, 'xl/')
  const content = await contentOf(target)
  // Skips sheets without errors and formulas, because decoding doubles their memory.
  if (!content || !(content.includes('t="e"') || content.includes('<f'))) return
  const text = content.toString('utf8')
  for (const [, tag = '', value = ''] of text.matchAll(cell)) {
    if (attribute(tag, 't') === 'e') insert(cells, tag, isErrorValue(value) ? value : '#VALUE!')
  }
  for (const [, tag = ''] of text.matchAll(unsolved)) {
    // A text may be empty.
    if (attribute(tag, 't') !== 'str') insert(cells, tag, noResult)
  }
}

function insert(cells: string[][], tag: string, value: string) {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(attribute(tag, 'r') ?? '') ?? []
  const row = Number(digits)
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  if (row < 1 || row > maxRow || column < 1 || column > maxColumn) return
  while (cells.length < row) cells.push([])
  const line = cells[row - 1] ?? []
  while (line.length < column) line.push('')
  line[column - 1] = value
}
