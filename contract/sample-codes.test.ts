import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isListOfCodes, readCodes, splitCodes } from './sample-codes.ts'

test.each([
  ['one a line', 'T1\nT2\nT3'],
  ['a first line for Excel', '\ufeffsep=;\r\nT1;T2\r\nT3'],
  ['Windows lines', 'T1\r\nT2\r\nT3\r\n'],
  ['old Macintosh lines', 'T1\rT2\rT3'],
  ['commas', 'T1, T2,T3'],
  ['semicolons', 'T1;T2; T3;'],
  ['a column and tabs', 'T1\tT2\n\tT3'],
  ['line and paragraph separators', 'T1\u2028T2\u2029T3'],
  ['breaks within a paragraph, and of a page', 'T1\vT2\fT3'],
  ['a byte order mark', '\ufeffT1\nT2\nT3'],
  ['quotes of a spreadsheet', '"T1";" T2 "\n"T3"'],
  ['empty lines and spaces', '\n\n  T1 \n \n\tT2\n\nT3  '],
  ['repetitions', 'T1\nT2\nt1\nT3\nT2'],
  ['the bullets of an e-mail', '- T1\n* T2\n•  T3'],
  ['formulas that keep zeros', '="T1"\n="T2";="T3"'],
  ['such formulas in a CSV file', '"=""T1""","=""T2"""\n"=""T3"""'],
  ['a NUL between them', 'T1\u0000\nT2\nT3\n\u0000'],
  ['lines in which nobody sees anything', 'T1\n\u200b\nT2\n"\u00ad"\n\u2060;\u2800\nT3\n\u0007\nT1\u200e'],
])('E7 a list of codes with %s is read as its codes', (_, text) => {
  expect(splitCodes(text)).toEqual(['T1', 'T2', 'T3'])
})

test.each(['\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'E7 no code goes over a line break, also in quotes: %j',
  (lineBreak) => {
    expect(splitCodes(`"NB-1${lineBreak}NB-2"`)).toEqual(splitCodes('"NB-1\nNB-2"'))
  },
)

test('E7 a code is composed, as the names of samples are, and its repetitions are counted', () => {
  expect(readCodes('Cafe\u0301 7\nCaf\u00e9\u00a07\n\u200bCaf\u00e9 7')).toEqual({
    codes: ['Café 7'],
    repeated: 2,
  })
  expect(splitCodes('T0000005\u00a0T0000006')).toEqual(['T0000005', 'T0000006'])
})

test('E7 spaces and single quotes inside a code stay', () => {
  expect(splitCodes('NB 4 "cold"\n"')).toEqual(['NB 4 "cold"', '"'])
})

test('E7 tube IDs may be separated by spaces, and a hyphen at the start of a name stays', () => {
  expect(splitCodes('T0000005 t0000006  T0000007\n-NB 4\n-')).toEqual([
    ...['T0000005', 't0000006', 'T0000007', '-NB 4', '-'],
  ])
  expect(splitCodes('T20262128 T10000000')).toEqual(['T20262128', 'T10000000'])
  expect(splitCodes('T02026212 T1000000000000000')).toEqual(['T02026212 T1000000000000000'])
})

test('E7 a tube ID may end a sentence; a name may end with a full stop', () => {
  expect(splitCodes('T0000005, T0000006.\nt0000007: T0000008.\nNB-4.')).toEqual([
    ...['T0000005', 'T0000006', 't0000007', 'T0000008', 'NB-4.'],
  ])
  expect(splitCodes('T000.0005')).toEqual(['T000.0005'])
})

test.each([
  ['T0000005\nNB 4', true],
  ['T0000005; T0000006', true],
  ['T0000005 t0000006', true],
  ['T20262128 T20262129', true],
  ['Smith, John', false],
  ['Smith, John\n', false],
  ['T0000005, plasma', false],
  ['T0000005\n', false],
  ['T0000005;T0000005', false],
  ['', false],
])('E7 %j pasted into the search box is a list: %s', (text, isList) => {
  expect(isListOfCodes(text)).toBe(isList)
})

test.each([
  ['', []],
  ['-  "T1"', ['T1']],
  ['"NB-1"x', ['"NB-1"x']],
  ['x"a,b"', ['x"a', 'b"']],
  ['="00123"\n="00124"', ['00123', '00124']],
  ['"NB ""cold"""', ['NB "cold"']],
  // As our CSV files write names that begin like a formula.
  ["'-NB-1\n\"'=1+1\"\n''=x\n'NB", ['-NB-1', '=1+1', "'=x", "'NB"]],
  [`"NB;'-1"\n"NB,'-1"\nA|'-80\nO'-1`, ['NB;-1', 'NB,-1', 'A|-80', "O'-1"]],
  ['A - B\nA* B', ['A - B', 'A* B']],
  ['XT0000005 T0000006', ['XT0000005 T0000006']],
  ['T00000051 T0000006', ['T00000051 T0000006']],
  ['T0000005.1 T0000006', ['T0000005.1 T0000006']],
])('E7 %j is read as %j', (text, codes) => {
  expect(splitCodes(text)).toEqual(codes)
})

test('E7 repeated codes are counted', () => {
  expect(readCodes('T1\nT2\nt1;"T1"')).toEqual({ codes: ['T1', 'T2'], repeated: 2 })
})

test('E7 codes that are equal only in capitals stay apart, as in the database', () => {
  expect(splitCodes('Straße\nSTRASSE')).toEqual(['Straße', 'STRASSE'])
})

test('E7 a quoted name keeps its comma', () => {
  expect(splitCodes('"NB-1, plasma"\r\nT2;"NB-2; serum"')).toEqual(['NB-1, plasma', 'T2', 'NB-2; serum'])
})

test('E7 whatever separates them, the codes are the same', () => {
  const code = fc.stringMatching(/^[A-Z0-9-]{1,12}$/)
  const separator = fc.constantFrom('\n', '\r\n', ',', ';', '\t', ' \u2028', ',\n', ' ; ')
  fc.assert(
    fc.property(
      fc.uniqueArray(code, { minLength: 1 }),
      fc.array(separator, { minLength: 1 }),
      (codes, between) => {
        const text = codes.map((one, index) => one + between[index % between.length]).join('')
        expect(splitCodes(text)).toEqual(codes)
      },
    ),
  )
})

/** In ms, the least of a few: on a busy machine, others take their turn in most of them. */
const timeToSplit = (text: string) => {
  const times = Array.from({ length: 5 }, () => {
    const begin = Date.now()
    splitCodes(text)
    return Date.now() - begin
  })
  return Math.min(...times)
}

test.each([',', '"', ' ', '\r\n', '","', 'x', '- ', "'", "|'", 'T0000001 '])(
  'E7 a list of nothing but %j takes time in line with its length',
  (sign) => {
    const short = timeToSplit(sign.repeat(2500))
    const long = timeToSplit(sign.repeat(80_000))
    // Squared, it would be 1024 times as long, and more than four seconds.
    expect(long).toBeLessThan(256 * Math.max(short, 10))
  },
)
