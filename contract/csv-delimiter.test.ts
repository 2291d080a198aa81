import { expect, test } from 'vitest'
import { guessDelimiter, takeDelimiterLine } from './csv-delimiter.ts'

test.each([
  ['', undefined],
  ['\n\r\n', undefined],
  ['alone', undefined],
  ['alone\n1;2', undefined],
  ['a,b', ','],
  ['a;b', ';'],
  ['a\tb', '\t'],
  ['a|b', '|'],
  ['a,b|c', ','],
  ['a,b|c\n1|2', '|'],
  ['a,b;c', ';'],
  ['a;b\tc', '\t'],
  ['a,b,c;d', ','],
  ['a,b,c;d\n1;2', ';'],
  ['a,b;c\r1,2\r\n\n3,4\r\n5;6', ','],
])('%j is separated by %j', (text, delimiter) => {
  expect(guessDelimiter(text)).toBe(delimiter)
})

test.each([
  ['at the start of the text', '"p;q",b\n"r;s",2', ','],
  ['at the start of a row', 'a,b;c\n"1,2",3', ','],
  ['after a delimiter', 'a,"p;q"\n1,"r;s"', ','],
  ['after a tab', 'a\t"p;q;r"\n1\t"s;t;u"', '\t'],
  ['after spaces', '  "p;q", b\n "r;s", 2', ','],
  ['with doubled marks', '"p ""q;r""",b\n"s ""t;u""",2', ','],
  ['over two lines', '"a\nb";c\n1;2', ';'],
])('a delimiter in quotation marks %s does not count', (_where, text, delimiter) => {
  expect(guessDelimiter(text)).toBe(delimiter)
})

test.each(['tube 5";b', 'tube "5;b', 'tube"5;b', '"a"x"b;c', '"a" b "c;d'])(
  'a quotation mark after other characters, as in %j, hides none',
  (text) => {
    expect(guessDelimiter(text)).toBe(';')
  },
)

const rowsOf = (count: number, row: string) => `${row}\n`.repeat(count)

test('the header and 100 rows are read', () => {
  const even = `a,b;c\n${rowsOf(49, '1,2')}${rowsOf(49, '1;2')}`
  expect(guessDelimiter(`${even}alone\n1,2\n`)).toBe(',')
  expect(guessDelimiter(`${even}alone\nalone\n1,2\n`)).toBe(';')
})

test('100,000 characters are read; a row that is cut there counts only as the header', () => {
  const untilLimit = (text: string) => text.padEnd(100_000, 'x')
  expect(guessDelimiter(untilLimit('a,b;c\n1,'))).toBe(',')
  expect(guessDelimiter(`${untilLimit('a,b;c\n1,')}x`)).toBe(';')
  expect(guessDelimiter(`${untilLimit('a,b')};c;d`)).toBe(',')
})

test.each([
  ['sep=;\na;b', ';', 'a;b'],
  ['\ufeffsep=,\r\na,b', ',', 'a,b'],
  ['"sep=|" \ra|b', '|', 'a|b'],
  ['Sep=\t\na\tb', '\t', 'a\tb'],
  ['sep=;', ';', ''],
])('%j names its delimiter', (text, delimiter, rest) => {
  expect(takeDelimiterLine(text)).toEqual({ delimiter, text: rest })
})

test.each(['a;b\nsep=;', 'sep=\na', 'sep=;;\na', '"sep=;\na', 'sep="\na', ' sep=;\na', ''])(
  '%j names none and stays as it is',
  (text) => {
    expect(takeDelimiterLine(text)).toEqual({ delimiter: undefined, text })
  },
)
