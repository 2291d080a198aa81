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

test('reads whole numbers with the texts of their format', async () => {
  const shown: [format: string, value: string, text: string][] = [
    ['&quot;NB&quot;00000', '42', 'NB00042'],
    ['\\T\\-0', '1234', 'T-1234'],
    ['&quot;A&amp;B &quot;00;@', '7', 'A&B 07'],
    ['000-00-0000', '12345', '000-01-2345'],
    ['00\\ 00', '123456', '1234 56'],
    ['0&quot;-DNA&quot;', '12', '12-DNA'],
    ['&quot;NB&quot;00&quot;-DNA&quot;', '7', 'NB07-DNA'],
    ['&quot;S&quot;General', '46000', 'S46000'],
    ['&quot;NB&quot;#', '42', 'NB42'],
    ['[$EUR] 0', '42', 'EUR 42'],
    // Signs and other kinds of numbers are no part of the value.
    ['&quot;≥ &quot;0', '2', '2'],
    ['#,##0.00\\ [$€-407]', '2', '2'],
    ['_-* #,##0_-;\\-* #,##0_-', '2', '2'],
    ['0.00', '2', '2'],
    ['#,##0', '1234', '1234'],
    ['0%&quot; v/v&quot;', '0.7', '0.7'],
    ['#\\ ?/2', '0.5', '0.5'],
    ['# ??/16', '1.25', '1.25'],
    ['#\\ 0/4', '1.25', '1.25'],
    ['00\\/00', '1203', '12/03'],
    // Only the digits of formats with zeros alone are laid out.
    ['&quot;P&quot;00&quot;-T&quot;00', '1203', 'P12-T03'],
    ['&quot;P&quot;00&quot;-T&quot;00', '1203.5', '1203.5'],
    ['&quot;P&quot;#&quot;-T&quot;00', '1203', '1203'],
    ['&quot;P&quot;#-00', '1203', '1203'],
    ["&quot;CHF &quot;#'##0", '1203', 'CHF 1203'],
  ]
  const cells = await readCells(shown.map(([format, value]) => [format, `<v>${value}</v>`]))
  expect(cells).toEqual(shown.map(([, , text]) => text))
})

test.each([
  ['0&quot; µL&quot;', '500', '500 µL'],
  ['0&quot; ml&quot;', '2', '2 ml'],
  ['0.0&quot; µl&quot;', '12.5', '12.5 µl'],
  ['0.0&quot; µl&quot;', '0.25', '0.25 µl'],
  ['0&quot; µL&quot;', '12.5', '12.5 µL'],
  ['General\\ &quot;uL&quot;', '500', '500 uL'],
  ['#,##0&quot; µL&quot;', '1500', '1500 µL'],
  ['#\\ ##0.0\\ \\µ\\L', '1500.5', '1500.5 µL'],
  ['0 µL', '500', '500 µL'],
  ['0&quot; &#181;L&quot;', '500', '500 µL'],
  ['0&quot; &#xb5;L&quot;', '500', '500 µL'],
  ['0\\ [$µL]', '500', '500 µL'],
  ['[Blue]0&quot; µL&quot;_);[Red]\\-0&quot; µL&quot;;0&quot; ml&quot;;@', '500', '500 µL'],
  ['0&quot; µL&quot;;\\-0&quot; µL&quot;;&quot;none&quot;', '0', '0'],
  ['0&quot; µL&quot;', '-5', '-5'],
  ['[&lt;1000]0&quot; µL&quot;;0.0,&quot; mL&quot;', '999', '999 µL'],
  ['[&lt;1000]0&quot; µL&quot;;0.0,&quot; mL&quot;', '2500', '2.5 mL'],
  ['[&gt;=1000]0.0,&quot; mL&quot;;[&lt;1000]0&quot; µL&quot;', '1000', '1 mL'],
  ['[=0]&quot;-&quot;;0&quot; µL&quot;', '500', '500 µL'],
  ['&quot;ca. &quot;0&quot; µL&quot;', '500', 'ca. 500 µL'],
  ['0.0E+00&quot; µL&quot;', '1500', '1500 µL'],
])('with the format %s the number %s is read as %s', async (format, value, text) => {
  expect(await readCells([[format, `<v>${value}</v>`]])).toEqual([text])
})

test.each(['1.234 µL', '\u200b1.234 µL'])(
  'texts such as %j are reported, numbers with a unit are not',
  async (written) => {
    const text = `<is><t>${written}</t></is>`
    const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row><row r="2"><c r="A2" s="1"><v>1.234</v></c><c r="B2" s="1" t="inlineStr">${text}</c></row>`
    const file = workbookWith([{ rows }], { formats: ['0.000&quot; µL&quot;'] })
    const { rows: read } = await parseFile(new Uint8Array(file))
    expect(read).toEqual([{ number: 2, cells: ['1.234 µL', written], grouped: [1] }])
  },
)
