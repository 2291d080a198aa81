import { guessDelimiter } from '@lims/contract/csv-delimiter.ts'
import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { buildTable } from './build-table.ts'
import { readCsv } from './read-csv.ts'
import { UnreadableFile } from './table.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isBigEndian = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes)
}
test.each([
  ['="00123"', '00123'],
  ['="5"" tube"', '5" tube'],
  ['=""', ''],
  ['="a"&"b"', '="a"&"b"'],
  ['=A1', '=A1'],
  [`'="a"`, `'="a"`],
])('of the formula %s the text is read: %s', (cell, text) => {
  expect(cellsOf(`Name;Tube\nA;"${cell.replaceAll('"', '""')}"`)[1]).toEqual(['A', text])
})

const refusalOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableFile)
    return (error as Error).message
  }
  return undefined
}
const cellsOf = (text: string) => readCsv(utf8(text)).cells

test.each([',', ';', '\t'])('cells are separated by %j if the first line uses it', (delimiter) => {
  expect(cellsOf(`Name${delimiter}Type\nA${delimiter}DNA`)).toEqual([
    ['Name', 'Type'],
    ['A', 'DNA'],
  ])
})

test.each([
  ['Name;Notes, other\nA;x\nB;y, z', 'Name', 'Notes, other'],
  ['Name;Notes, remarks, other\nA;x\nB;y', 'Name', 'Notes, remarks, other'],
  ['"Name";Volume, mL\nA;0,5\nB;1', 'Name', 'Volume, mL'],
  ['Name,Notes; remarks; other\nA,x\nB,"y;z;a"', 'Name', 'Notes; remarks; other'],
  ['Name\tNotes; remarks; other, more\nA\tx\nB\t5"', 'Name', 'Notes; remarks; other, more'],
  ['\n\nName;Notes, other\n\n"A\n1";x\r\rB;5" tube, 3"', 'Name', 'Notes, other'],
])('%j is split by the delimiter that its rows have as often as its header', (text, ...header) => {
  expect(cellsOf(text).find(([first]) => first)).toEqual(header)
})

test('of delimiters that fit the rows equally well, the most frequent is used, then the semicolon', () => {
  expect(cellsOf('a;b;c,d\n1;2;3,4')[0]).toEqual(['a', 'b', 'c,d'])
  expect(cellsOf('a,b,c;d\n1\n2')[0]).toEqual(['a', 'b', 'c;d'])
  expect(cellsOf('a;b,c\n')[0]).toEqual(['a', 'b,c'])
  expect(cellsOf('alone')).toEqual([['alone']])
})

test('a title with another delimiter does not hide the row that names the columns, of 10,000 characters at most', () => {
  const titled = (length: number) =>
    `Export;of;Friday\n${'"Name","Type","Volume"'.padEnd(length)}\nA;x,b;y,c\n`
  expect(cellsOf(titled(10_000))[2]).toEqual(['A;x', 'b;y', 'c'])
  expect(cellsOf(titled(10_001))[2]).toEqual(['A', 'x,b', 'y,c'])
})

test('blank rows do not count among those that may name the columns', () => {
  const text = `Export;of;Friday\n${' \n'.repeat(12)}Name,Type,Volume\nA,DNA,1\n`
  expect(cellsOf(text).slice(-2)).toEqual([
    ['Name', 'Type', 'Volume'],
    ['A', 'DNA', '1'],
  ])
})

test.each(['Name;Type', 'Name;Type;Volume'])('%s below the header does not change its delimiter', (row) => {
  expect(cellsOf(`Name,Type,Volume\n${row}\nA,DNA,1\n`)[0]).toEqual(['Name', 'Type', 'Volume'])
})

test('quotation marks inside a cell hide no delimiter', () => {
  expect(cellsOf('Tube 5";Tube 3"\n1;2')[0]).toEqual(['Tube 5"', 'Tube 3"'])
})

test('the first 100 rows decide, and no row that is cut', () => {
  const rows = (count: number, row: string) => `${row}\n`.repeat(count)
  expect(cellsOf(`a;b,c\n${rows(100, '1,2')}${rows(200, '1;2')}`)[0]).toEqual(['a;b', 'c'])
  expect(cellsOf(`a;b,c\n1,2\n"${'x'.repeat(100_000)}";2\n3;4`)[0]).toEqual(['a;b', 'c'])
  expect(cellsOf(`a;b,c\n1;${'x'.repeat(100_000)},2`)[0]).toEqual(['a', 'b,c'])
  expect(cellsOf(`${'x'.repeat(100_000)};b\n1;2`)[1]).toEqual(['1;2'])
})

test.each([
  ['<html><table></table></html>', 'a web page (HTML)'],
  ['\n \t<!DOCTYPE html>', 'a web page (HTML)'],
  ['MIME-Version: 1.0\nX-Document-Type: Workbook', 'a web page (HTML)'],
  ['<?xml version="1.0"?><Workbook/>', 'XML'],
])('%j is no table but %s, also in another encoding', (text, what) => {
  const refusal = `This file is not a workbook but ${what}, which some programs export under the name of Excel. Open it in Excel and save it as an Excel workbook (.xlsx).`
  expect(refusalOf(() => cellsOf(text))).toBe(refusal)
  expect(refusalOf(() => readCsv(Buffer.from(`${text}é`, 'latin1')))).toBe(refusal)
})

test.each(['x<div>', '<divider>', 'Notes <html>', '<b>'])('%j may be the name of a column', (name) => {
  expect(cellsOf(`${name};b\n1;2`)[0]).toEqual([name, 'b'])
})

/** Ratios, as the machine may be slow: quadratic work on ten times the text takes a hundred times as long. */
test.each(['"', '""', '"x', '\n', '\n"', ',', '";"', 'x,"'])(
  'the delimiter of a file of %j alone is guessed in linear time',
  async (piece) => {
    await expectTimesAsLong({
      base: () => void guessDelimiter(piece.repeat(10_000)),
      work: () => void guessDelimiter(piece.repeat(100_000)),
      atMostTimes: 50,
      leastMs: 4,
    })
  },
)

test.each([
  ['sep=;\r\na,b;c\r\n1,5;2', 'a,b', '1,5'],
  ['\ufeffsep=,\na;b,c\n1;5,2', 'a;b', '1;5'],
  ['"SEP=|"\na;b|c\n1;5|2', 'a;b', '1;5'],
  ['sep=\t\na;b\tc\n1;5\t2', 'a;b', '1;5'],
])('%j has its delimiter in its first line, which is not data', (text, header, cell) => {
  expect(cellsOf(text)).toEqual([
    [header, 'c'],
    [cell, '2'],
  ])
})

test('a first line sep=; is understood in UTF-16, and in no other place', () => {
  expect(readCsv(utf16('sep=;\na;b,c')).cells).toEqual([['a', 'b,c']])
  expect(cellsOf('a,b\nsep=;\n1,2')).toEqual([['a', 'b'], ['sep=;'], ['1', '2']])
  expect(cellsOf('sep=;x,b\n1,2')).toEqual([
    ['sep=;x', 'b'],
    ['1', '2'],
  ])
})

test('a delimiter inside quotation marks, or in the lines below, does not count', () => {
  expect(cellsOf('"a;b;c;""d;e""",f\n1,2')[0]).toEqual(['a;b;c;"d;e"', 'f'])
  expect(cellsOf('"a\n;;;;",f,g\n1,2,3')[0]).toEqual(['a\n;;;;', 'f', 'g'])
  expect(cellsOf('a,b\n1;2;3;4,5')[1]).toEqual(['1;2;3;4', '5'])
})

test('empty lines above the header do not hide its delimiter', () => {
  expect(cellsOf('\r\n\n\ra;b,c;d')).toContainEqual(['a', 'b,c', 'd'])
})

test('lines end as Windows, Unix or an old Mac ends them, also mixed', () => {
  expect(cellsOf('a,b\r\nc,d\ne,f\rg,h')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
    ['g', 'h'],
  ])
})

test('a row may be shorter or longer than the header, and an inch is no quotation', () => {
  expect(cellsOf('a,b\n1\n1,2,3\n5",x')).toEqual([['a', 'b'], ['1'], ['1', '2', '3'], ['5"', 'x']])
})

test('text may be in UTF-8 or UTF-16, with its mark', () => {
  expect(readCsv(utf8('\ufeffName\nÅsa')).cells).toEqual([['Name'], ['Åsa']])
  expect(readCsv(utf16('Name\nÅsa')).cells).toEqual([['Name'], ['Åsa']])
  expect(readCsv(utf16('Name\nÅsa', true)).cells).toEqual([['Name'], ['Åsa']])
})

test('UTF-16 needs no mark, as some instruments write it', () => {
  expect(readCsv(utf16('Name\nŁucja').subarray(2)).cells).toEqual([['Name'], ['Łucja']])
  expect(readCsv(utf16('Å\nŁucja', true).subarray(2)).cells).toEqual([['Å'], ['Łucja']])
})

const neither =
  'This file is neither a CSV nor an Excel workbook (.xlsx). If it should be a workbook, it is damaged: save it again in Excel.'
const notUtf8 = "This file is not in UTF-8. In Excel, save it as 'CSV UTF-8' or as an Excel workbook (.xlsx)."

test.each([
  ['Latin 1', [0x4e, 0xe5, 0x0a], notUtf8],
  ['Latin 1 that begins like UTF-16', [0xff, 0xe5, 0x41, 0x0a], notUtf8],
  ['Latin 1 that begins like the other UTF-16', [0xfe, 0xe5, 0x41, 0x0a], notUtf8],
  ['Latin 1 with only the second mark of UTF-16', [0x41, 0xfe, 0x42, 0x43], notUtf8],
  ['Latin 1 with only the second mark of the other UTF-16', [0x41, 0xff, 0x42, 0x43], notUtf8],
  ['Latin 1 with a tab and an escape', [0x09, 0x0b, 0x0c, 0x0d, 0x1b, 0xe5], notUtf8],
  ['broken bytes with a control character', [0xff, 0xe5, 0x01], neither],
  ['broken bytes with the last control character', [0xff, 0xe5, 0x1f], neither],
  ['broken bytes with a shift-out', [0xff, 0xe5, 0x0e], neither],
  ['text with NUL', [0x41, 0x00, 0x42], neither],
  ['text with NUL after its first character', [0x41, 0x00, 0x42, 0x43], neither],
  ['text with NUL before its first character', [0x00, 0x42, 0x43, 0x44], neither],
  ['nothing but NUL', [0x00, 0x00, 0x00, 0x00], neither],
])('refuses %s', (_what, bytes, sentence) => {
  expect(refusalOf(() => readCsv(new Uint8Array(bytes)))).toBe(sentence)
})

test.each([
  ['a,"b\nc', 1],
  ['Name,Type\nNB-1,"DN\nA"\n\n"NB-2,DNA\nNB-3,DNA\n', 4],
  ['Name,Type\nNB-1 5" tube,DNA\nNB-2,"DNA\nNB-3,DNA\n', 3],
])('refuses a quotation that is never closed, with its row: %j', (text, row) => {
  expect(refusalOf(() => cellsOf(text))).toBe(`A quotation mark in row ${row} of this file is not closed.`)
})

test.each([
  ['commas', 'Name,Type,Notes\nNB-1,DNA,ok\nNB-2,DNA,"left\nNB-3,CSF,ok\nNB-4,CSF,"right\nNB-5,CSF,ok\n', 3],
  ['tabs and line ends of Windows', 'Name\tNotes\r\nNB-1\t"left\r\nNB-2\tok\r\nNB-3\t"right\r\n', 2],
  ['a cell with a line break above', 'Name,Notes\n"NB\n1",x\nNB-2,"left\nNB-3,"right\n', 3],
  ['marks that are doubled', 'Name,Notes\nNB-1,"left ""x""\nNB-2,"right\n', 2],
  ['the header', 'Name,"left\nNB-1,"right\nNB-2,ok\n', 1],
  ['a mark that is doubled at its start', 'Name,Notes\nNB-1,"""x"" left\nNB-2,"right\n', 2],
])('refuses a quotation that ends in another row, and hides those between them: %s', (_, text, row) => {
  expect(refusalOf(() => cellsOf(text))).toBe(`A quotation mark in row ${row} of this file is not closed.`)
})

test.each([
  ['Name,Type,Notes\nNB-1,DNA,"left\nNB-2,DNA,ok\nNB-3,CSF,5"\n', 2],
  ['Name,Type,Notes\r\nNB-1,DNA,ok\r\nNB-2,DNA,"left\r\nNB-3,CSF,5"\r\n', 3],
  ['Batch 7\nName;Notes;Type\nNB-1;"left;DNA\nNB-2;5";DNA\n', 3],
  ['Name,Type,Notes\nNB-1,5" tube,ok\nNB-2,DNA,"left\nNB-3,CSF,5"\n', 3],
  ['Name,Notes\nNB-1,"left\nNB-2,ok\nNB-3,ok\nNB-4,5"\nNB-5,ok\n', 2],
  ['Name,Notes\nNB-1,"left\nNB-2,\nNB-3,5"\nNB-4,ok\n', 2],
  ['Name;Volume\r\n"NB-1;1\r\nNB-2";2\r\n', 2],
  ['Name,Notes\nof a tube\nNB-1,"left\nNB-2,ok\nNB-3,5"\n', 3],
  ['Name,Notes\nNB-1,"left\n NB-2,ok\nNB-3,5"\n', 2],
  ['Name,Type,Notes\nNB-1,DNA,"left\nNB-2, DNA, ok\nNB-3,CSF,5"\n', 2],
])('refuses a cell that a quotation mark has made of whole rows: %j', (text, row) => {
  expect(refusalOf(() => cellsOf(text))).toBe(
    `A cell in row ${row} of this file contains whole rows, as behind a quotation mark that is not closed. If it is a text of several lines, please write it in one.`,
  )
})

test.each([
  'Name\n"NB\n1"',
  'Name,Type,Notes\nNB-1,DNA,"thawed\nmoved, and back"',
  'Name,Type,Notes\nNB-1,DNA,"a, b\nc, d, e"',
  'Name,Type,Notes\nNB-1,DNA,"a\nb, c, d\ne"',
  'Name,Notes\nNB-1,"thawed\nmoved, and back"',
  'Name;Notes\nNB-1;"thawed; moved\nand back"',
  'Name,Notes\nNB-1,5" tube\nNB-2,"""hemolysed"" seen\nsecond line"\n',
  'Name,Notes\nNB-1,5" tube\nNB-2,"""hemolysed\nsecond line"""\n',
])('a text of several lines is read: %j', (text) => {
  expect(cellsOf(text).at(-1)?.at(-1)).toContain('\n')
})

test('many texts of several lines in one row are read in linear time', async () => {
  const read = (count: number) => cellsOf(`5" tube\n${'"""a\nb",'.repeat(count)}x`)
  expect(read(2)[1]).toEqual(['"a\nb', '"a\nb', 'x'])
  await expectTimesAsLong({
    base: () => void read(4000),
    work: () => void read(40_000),
    atMostTimes: 50,
  })
})

test('quotation marks within the text of a cell are kept', () => {
  expect(cellsOf('Name,Notes\n5" tube,"hemolysed" - see log\n"a\nb","say ""no"""')).toEqual([
    ['Name', 'Notes'],
    ['5" tube', '"hemolysed" - see log'],
    ['a\nb', 'say "no"'],
  ])
  expect(cellsOf('a,b\n"x\ny",""" z\n"')).toEqual([
    ['a', 'b'],
    ['x\ny', '" z\n'],
  ])
})

test('the header is trimmed, blank rows are left out, and each row keeps its number', () => {
  const table = buildTable('csv', [
    ['', ' '],
    [' Name ', 'Type', ' '],
    [],
    ['A', ' DNA', '', ''],
    [' '],
    ['B'],
  ])
  expect(table).toEqual({
    format: 'csv',
    header: ['Name', 'Type'],
    rows: [
      { number: 4, cells: ['A', ' DNA'] },
      { number: 6, cells: ['B'] },
    ],
  })
})

test('refuses a file without a row', () => {
  expect(refusalOf(() => buildTable('csv', []))).toBe('This file is empty.')
  expect(refusalOf(() => buildTable('csv', [[' '], ['']]))).toBe('This file is empty.')
  expect(refusalOf(() => buildTable('csv', [['Name'], ['']]))).toBe('This file has a header but no rows.')
})

test('takes as many rows as an import may have, and not one more', () => {
  const rows = (count: number) => [['Name'], ...Array.from({ length: count }, () => ['A'])]
  expect(buildTable('csv', rows(20_000)).rows).toHaveLength(20_000)
  expect(refusalOf(() => buildTable('csv', rows(20_001)))).toBe(
    'This file has 20,001 rows. An import takes at most 20,000: please split it.',
  )
})

test('takes 200 columns, and not one more, in the header or below', () => {
  const wide = (count: number) => Array.from({ length: count }, () => 'x')
  expect(buildTable('csv', [wide(200), ['A']]).header).toHaveLength(200)
  const refusal = (row: number, columns: number) =>
    `Row ${row} of this file has ${columns} columns. An import takes at most 200: delete those that are not imported.`
  expect(refusalOf(() => buildTable('csv', [wide(201), ['A']]))).toBe(refusal(1, 201))
  expect(refusalOf(() => buildTable('csv', [['Name'], [], wide(500), wide(201)]))).toBe(refusal(3, 500))
})

test('takes 40 million characters, and not one more', () => {
  const cell = 'x'.repeat(10_000_000)
  expect(buildTable('csv', [['Name'], [cell, cell], [cell, cell.slice(4)]]).rows).toHaveLength(2)
  expect(refusalOf(() => buildTable('csv', [['Name'], [cell, cell], [cell, cell.slice(3)]]))).toBe(
    'The cells of this file contain too much text.',
  )
})
