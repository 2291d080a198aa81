import { expect, test } from 'vitest'
import { SampleInput } from './sample-fields.ts'
import {
  asOneLine,
  exactText,
  lineBreaks,
  lowerCaseAscii,
  maxTextLength,
  optionalExactText,
  optionalLine,
  optionalText,
  otherDashes,
  pleaseInput,
  requiredLine,
  requiredText,
  text,
  upperCase,
  withPlainDashes,
} from './text.ts'

type Schema = { safeParse: (given: unknown) => { error?: { issues: { message: string }[] } | undefined } }
const refusalsOf = (schema: Schema, given: unknown) =>
  schema.safeParse(given).error?.issues.map(({ message }) => message)

test('a text is trimmed and may be empty', () => {
  expect(text(5).parse('  abc ')).toBe('abc')
  expect(text(5).parse('')).toBe('')
})

test('a text may be as long as its limit, spaces at its ends not counted, and no longer', () => {
  expect(text(5).parse(' abcde ')).toBe('abcde')
  expect(refusalsOf(text(5), 'abcdef')).toEqual(['must be at most 5 characters long'])
  expect(refusalsOf(text(2000), 'x'.repeat(2001))).toEqual(['must be at most 2,000 characters long'])
})

test.each(['a\u0000b', '\ud800', 'a\udc00'])('%j cannot be stored', (given) => {
  const refusal = ['must not contain NUL or invalid Unicode characters']
  expect(refusalsOf(text(5), given)).toEqual(refusal)
  expect(refusalsOf(requiredText(5, 'Please input a name'), given)).toEqual(refusal)
})

test.each([undefined, null, '', '  '])(
  'a required text that is %j is refused with its own sentence',
  (given) => {
    expect(refusalsOf(requiredText(5, 'Please input a name'), given)).toEqual(['Please input a name'])
  },
)

// Zero-width space, word joiner, byte order mark, soft hyphen, Hangul filler, empty Braille pattern, a tag.
const invisible = [
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u3164',
  '\u2800',
  '\u{e0001}',
  '\u0007',
  '\u0007\u2800',
  ' \u200b\u2060 ',
]

test.each(invisible)('a text of only %j is as empty as one of spaces', (given) => {
  expect(refusalsOf(requiredText(5, 'Please input a name'), given)).toEqual(['Please input a name'])
  expect(optionalText(5).parse(given)).toBeUndefined()
})

test.each(['–', '\u0301', '👩‍🔬', '가'])('%j is a text, kept as it is', (given) => {
  expect(requiredText(9, 'Please input a name').parse(given)).toBe(given)
  expect(optionalText(9).parse(given)).toBe(given)
})

test('a required text that is too long and invisible is refused in linear time', () => {
  expect(refusalsOf(requiredText(5, 'Please input a name'), '\u200b'.repeat(1_000_000))?.[0]).toBe(
    'Please input a name',
  )
})

test('a required text of another type is refused as such, and one too long with its limit', () => {
  expect(refusalsOf(requiredText(5, 'Please input a name'), 3)).toEqual([
    'Invalid input: expected string, received number',
  ])
  expect(refusalsOf(requiredText(5, 'Please input a name'), ' abcdef ')).toEqual([
    'must be at most 5 characters long',
  ])
  expect(requiredText(5, 'Please input a name').parse(' abcde ')).toBe('abcde')
  expect(requiredText(5, 'Please input a name').parse('a')).toBe('a')
})

test.each([undefined, null, '', '  '])('an optional text that is %j is not given', (given) => {
  expect(optionalText(5).parse(given)).toBeUndefined()
})

test('an optional text keeps its limit', () => {
  expect(optionalText(5).parse(' abc ')).toBe('abc')
  expect(refusalsOf(optionalText(5), 'abcdef')).toEqual(['must be at most 5 characters long'])
})

test('names, notes and the like have these limits', () => {
  expect(maxTextLength).toEqual({
    name: 200,
    prefix: 60,
    siteId: 60,
    subjectId: 100,
    visitId: 40,
    id: 200,
    personId: 255,
    search: 200,
    notes: 2000,
    description: 2000,
    code: 200,
  })
})

test('only ASCII letters change to lower case', () => {
  expect(lowerCaseAscii('AzZ-09')).toBe('azz-09')
  expect(lowerCaseAscii('\u212aÄİ')).toBe('\u212aÄİ')
})

test('letters change to upper case one by one, as in PostgreSQL, and ß stays', () => {
  expect(upperCase('aä1-ß')).toBe('AÄ1-ß')
  expect(upperCase('Weiß')).not.toBe(upperCase('Weiss'))
})

test('each dash and minus sign of a text can be read as a hyphen', () => {
  expect(withPlainDashes('NB\u2013001\u20132')).toBe('NB-001-2')
  expect(withPlainDashes(otherDashes)).toBe('----------')
  expect(withPlainDashes('NB-001_2')).toBe('NB-001_2')
})

test('line breaks of all systems part a text into its lines', () => {
  expect('one\r\n\ntwo\u2028three\u0085four five'.split(lineBreaks)).toEqual([
    'one',
    'two',
    'three',
    'four five',
  ])
})

test('an empty field that is required says what to enter', () => {
  expect(pleaseInput('Name')).toBe('Please input Name!')
})

const [composed, decomposed] = ['Café', 'Cafe\u0301']

test('a text that is entered with separate accents is the same as one without, in length too', () => {
  expect(decomposed).not.toBe(composed)
  expect(text(4).parse(decomposed)).toBe(composed)
  expect(requiredText(4, 'Please input a name').parse(` ${decomposed} `)).toBe(composed)
  expect(optionalText(4).parse(decomposed)).toBe(composed)
  expect(text(4).parse('\u212b')).toBe('Å')
})

const unseen =
  '\u00ad \u061c \u180e \u200b \u200e \u200f \u202a \u202e \u2060 \u2066 \u2069 \u3164 \ufeff'.split(' ')

test.each(unseen)('%j, which nobody can see, is left out of a text', (character) => {
  expect(text(2).parse(`${character}A${character}1${character} `)).toBe('A1')
  expect(requiredText(2, 'Please input a name').parse(`A${character}1`)).toBe('A1')
  expect(text(1).parse(`e${character}\u0301`)).toBe('é')
  expect(exactText(3).parse(`A${character}1`)).toBe(`A${character}1`)
})

test.each([
  ['A\u200d1', 'A1'],
  ['\u200cA1\u200d', 'A1'],
  ['A\u200d\u200d\u00e9', 'A\u00e9'],
  ['\u0646\u200c\u200c\u200c\u062e', '\u0646\u200c\u062e'],
  ['\u00e9\u200d\u200d1', '\u00e91'],
  [
    '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  ],
  ['👩‍🔬', '👩‍🔬'],
])('joiners of %j stay between letters of scripts that have them, and in emoji', (given, expected) => {
  expect(text(30).parse(given)).toBe(expected)
  expect(text(30).parse(expected)).toBe(expected)
})

test.each(['\u00a0', '\u2003', '\u2009', '\u202f', '\u3000'])('%j is a plain space', (space) => {
  expect(text(4).parse(`${space}A${space}1${space}`)).toBe('A 1')
  expect(exactText(3).parse(`A${space}1`)).toBe(`A${space}1`)
})

test('line breaks and tabs of notes stay', () => {
  expect(text(20).parse('a\nb\r\n\tc')).toBe('a\nb\r\n\tc')
})

test.each(['\u200b', '\u200d', '\u00e9\u200d', 'a\u200d'])(
  'a million of %j are read in linear time',
  (part) => {
    const timeToRead = (count: number) => {
      const begin = Date.now()
      text(2000).safeParse(`\u00e9${part.repeat(count)}\u00e9`)
      return Date.now() - begin
    }
    const short = timeToRead(10_000)
    // Squared, it would be 10,000 times as long.
    expect(timeToRead(1_000_000)).toBeLessThan(1000 * Math.max(short, 10))
  },
)

test('an address of a file keeps each of its characters', () => {
  expect(exactText(5).parse(decomposed)).toBe(decomposed)
  expect(optionalExactText(9).parse(` ${decomposed} `)).toBe(decomposed)
  expect(optionalExactText(9).parse(' ')).toBeUndefined()
})

test('a text of very many marks is read in linear time, and its few marks are in one order', () => {
  const marks = `a${'\u0301'.repeat(200_000)}${'\u0323'.repeat(200_000)}`
  expect(refusalsOf(text(2000), marks)).toEqual(['must be at most 2,000 characters long'])
  expect(text(5).parse('a\u0301\u0323')).toBe(text(5).parse('a\u0323\u0301'))
})

test('names and IDs are in one line, with one space between two words', () => {
  const given = ' P\u00a0 001\r\n\t(second\u2028 tube) '
  const line = 'P 001 (second tube)'
  expect(asOneLine(given)).toBe(line)
  expect(requiredLine(100, 'Please input a name').parse(given)).toBe(line)
  expect(optionalLine(100).parse(given)).toBe(line)
  expect(optionalLine(100).parse('\n')).toBeUndefined()
  expect(SampleInput.shape.subjectId.parse('P  001')).toBe('P 001')
  expect(SampleInput.shape.notes.parse('first line\nsecond  line')).toBe('first line\nsecond  line')
})

test.each(['\u0085P 001', 'P 001\u0085', ' \u0085 P\u0085001 \u0085\u2028'])(
  'a name or an ID begins and ends with what people see: %j',
  (given) => {
    expect(requiredLine(100, 'Please input a name').parse(given)).toBe('P 001')
    expect(optionalLine(100).parse(given)).toBe('P 001')
    expect(SampleInput.shape.subjectId.parse(given)).toBe('P 001')
  },
)
