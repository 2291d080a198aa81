import type { ZipEntry } from './zip-entries.ts'

/** Returns whether a text is the value that Excel shows for a failed formula. */
export const isErrorValue = (cell: string): boolean =>
  /^#(N\/A|NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|GETTING_DATA)$/.test(
    cell,
  )

const workbook = 'xl/workbook.xml'
const relations = 'xl/_rels/workbook.xml.rels'
const maxRow = 1_048_576
const maxColumn = 16_384
const cell = /(<c\s[^<>]*>)(?:<f[^<>]*>(?:[^<>]*<\/f>)?)?<v>([^<>]*)<\/v>/g
const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"<>]*)"`).exec(tag)?.[1]

/** Puts the error of each failed formula of the first sheet into its cell: read-excel-file leaves these empty. */
export async function insertErrorValues(entries: readonly ZipEntry[], cells: string[][]): Promise<void> {
  const contentOf = (name: string) => entries.find((one) => one.name === name)?.read()
  const textOf = async (name: string) => (await contentOf(name))?.toString('utf8') ?? ''
  const sheet = /<sheet\s[^<>]*>/.exec(await textOf(workbook))?.[0] ?? ''
  const id = attribute(sheet, 'r:id')
  const related = (await textOf(relations)).match(/<Relationship\s[^<>]*>/g) ?? []
  const relation = related.find((tag) => attribute(tag, 'Id') === id) ?? ''
  const target = (attribute(relation, 'Target') ?? '').replace(/^\/?(xl\/)?/, 'xl/')
  const content = await contentOf(target)
  // A sheet without any error is not searched: as a text it takes twice its size.
  if (!content?.includes('t="e"')) return
  for (const [, tag = '', value = ''] of content.toString('utf8').matchAll(cell)) {
    if (attribute(tag, 't') !== 'e') continue
    const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(attribute(tag, 'r') ?? '') ?? []
    const row = Number(digits)
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
    if (row < 1 || row > maxRow || column < 1 || column > maxColumn) continue
    while (cells.length < row) cells.push([])
    const line = cells[row - 1] ?? []
    while (line.length < column) line.push('')
    line[column - 1] = isErrorValue(value) ? value : '#VALUE!'
  }
}
