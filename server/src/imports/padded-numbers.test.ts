import { expect, test } from 'vitest'
import { workbookWith } from '../../test/zip.ts'
import { parseFile } from './parse-file.ts'

/** Reads the row of a workbook whose cells have these formats and, in XML, these values. */
async function readCells(shown: readonly (readonly [format: string, value: string])[]) {
  const header = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'
  const cells = shown.map(
    ([, value], n) => `<c r="${String.fromCharCode(65 + n)}2" s="${n + 1}">${value}</c>`,
  )
  const rows = `${header}<row r="2">${cells.join('')}</row>`
  const file = workbookWith([{ rows }], { formats: shown.map(([format]) => format) })
  return (await parseFile(new Uint8Array(file))).rows[0]?.cells
}

test.each([
  ['12345', '00012345'],
  ['123456789', '123456789'],
  // As programs in Java write them.
  ['12345.0', '00012345'],
  ['1.2345678E7', '12345678'],
  ['1.2345E4', '00012345'],
  ['0.0', '00000000'],
  ['0', '00000000'],
  ['12345.5', '12345.5'],
  ['0.5', '0.5'],
  ['1.234567890123456E15', '1.234567890123456e+15'],
])('the number %s of a workbook is read with the leading zeros that Excel shows', async (written, text) => {
  const value = `<v>${written}</v>`
  expect(await readCells([['00000000', value]])).toEqual([text])
  expect(await readCells([['00000000', `<f>B2</f>${value}`]])).toEqual([text])
})

test('a format with one zero adds none', async () => {
  expect(await readCells([['0', '<v>7</v>']])).toEqual(['7'])
})

test('reads whole numbers with the text that their format puts before or between the digits', async () => {
  const shown: [format: string, value: string, text: string][] = [
    ['&quot;NB&quot;00000', '42', 'NB00042'],
    ['\\T\\-0', '1234', 'T-1234'],
    ['&quot;A&amp;B &quot;00;@', '7', 'A&B 07'],
    ['000-00-0000', '12345', '000-01-2345'],
    ['00\\ 00', '123456', '1234 56'],
    // Units, signs and other kinds of numbers are no part of the value.
    ['0&quot; ml&quot;', '2', '2'],
    ['&quot;≥ &quot;0', '2', '2'],
    ['&quot;NB&quot;0000', '1.5', '1.5'],
    ['0.00', '2', '2'],
    ['#,##0', '1234', '1234'],
  ]
  const cells = await readCells(shown.map(([format, value]) => [format, `<v>${value}</v>`]))
  expect(cells).toEqual(shown.map(([, , text]) => text))
})
