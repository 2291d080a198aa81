import { expect, test } from 'vitest'
import { workbookOf, zipOf } from '../../test/zip.ts'
import { parseFile } from './parse-file.ts'
import { UnreadableFile } from './table.ts'

const rowsOf = (count: number) => ['Name', ...Array.from({ length: count }, (_, n) => `S-${n}`)].join('\n')
const compound = (inside: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(inside, 'utf16le')])
const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const aSheet = `<row r="1">${cell('A1', 'Name')}</row><row r="2">${cell('A2', 'NB-1')}</row>`
const damaged = 'This Excel workbook is damaged'

test.each([
  ['a column of primary keys', 'PK,Name\n1,NB-1', ['PK', 'Name'], ['1', 'NB-1']],
  ['pharmacokinetics', 'PK timepoint;Name\n1 h;NB-1', ['PK timepoint', 'Name'], ['1 h', 'NB-1']],
  ['one column', 'PK\nPK-1', ['PK'], ['PK-1']],
])('reads a CSV file that begins with the letters of a zip, such as %s', async (_, text, header, cells) => {
  const file = await parseFile(new Uint8Array(Buffer.from(text)))
  expect(file).toMatchObject({ format: 'csv', header, rows: [{ number: 2, cells }] })
})

test.each<[string, string | Buffer, string]>([
  ['an empty file', '', 'This file is empty.'],
  ['blank lines only', '\n\n;;\n', 'This file is empty.'],
  ['a header without rows', 'Name,Type\n', 'This file has a header but no rows.'],
  [
    '50,000 rows',
    rowsOf(50_000),
    'This file has 50,000 rows. An import takes at most 20,000: please split it.',
  ],
  ['201 columns', `${'a,'.repeat(200)}a\n1`, 'Row 1 of this file has 201 columns.'],
  ['a quotation without end', 'Name\n"NB-1\nNB-2', 'A quotation mark in row 2 of this file is not closed.'],
  [
    'a picture that is called .xlsx',
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'If it should be a workbook, it is damaged',
  ],
  [
    'a workbook whose beginning is lost',
    workbookOf(aSheet).subarray(8),
    'If it should be a workbook, it is damaged',
  ],
  [
    'a web page',
    '\ufeff<html><table>\n<tr><td>Name</td></tr></table>',
    'This file is not a workbook but a web page (HTML), which some',
  ],
  [
    'a table in Latin-1',
    Buffer.from('\n<TABLE border=1><td>Zürich', 'latin1'),
    'This file is not a workbook but a web page (HTML)',
  ],
  [
    'a workbook as XML',
    '<?xml version="1.0"?>\n<Workbook>',
    'This file is not a workbook but XML, which some',
  ],
  ['text in Latin-1', Buffer.from('Name\nZürich', 'latin1'), 'This file is not in UTF-8. In Excel,'],
  ['text with NUL', 'Name\nA\0B', 'This file is neither a CSV nor an Excel workbook (.xlsx).'],
  ['a workbook behind a password', compound('EncryptedPackage'), 'This workbook is protected by a password.'],
  ['an old workbook', compound('Workbook'), 'This is an old Excel workbook (.xls).'],
  [
    'a zip renamed',
    zipOf([{ name: 'a.txt', content: 'x' }]),
    'This file is a zip archive, not an Excel workbook',
  ],
  [
    'a locked zip',
    zipOf([{ name: 'xl/workbook.xml', content: 'x', isEncrypted: true }]),
    'This workbook is protected',
  ],
  ['an empty zip', zipOf([]), 'This file is a zip archive, not an Excel workbook'],
  [
    'a part of a zip in several files',
    Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), workbookOf(aSheet).subarray(0, 400)]),
    damaged,
  ],
  ['a zip cut short', workbookOf(aSheet).subarray(0, 400), damaged],
  [
    'a zip of 5,001 entries',
    zipOf([...Array(5001).keys()].map((n) => ({ name: `xl/${n}.xml`, content: '' }))),
    'cannot be unpacked',
  ],
  [
    'a workbook whose content is larger than declared',
    workbookOf(aSheet, 10),
    'its contents do not have the declared size',
  ],
  ['a workbook of nonsense', workbookOf('<row r="1"><c r="A1"><v>1</c></row'), damaged],
  ['a workbook that is a zip and nothing else', Buffer.from('PK\x03\x04 and so on'), damaged],
  [
    'a bomb that says so',
    workbookOf(Buffer.alloc(200 << 20, ' ')),
    'This workbook unpacks to more than 100 MB.',
  ],
  [
    'a bomb that lies',
    workbookOf(Buffer.alloc(200 << 20, ' '), 1000),
    'its contents do not have the declared size',
  ],
])('rejects %s with one sentence', async (_, file, sentence) => {
  const rejection = await parseFile(new Uint8Array(Buffer.from(file as string))).catch(
    (error: unknown) => error,
  )
  expect(rejection).toBeInstanceOf(UnreadableFile)
  expect(rejection).toMatchObject({ message: expect.stringContaining(sentence) })
})
