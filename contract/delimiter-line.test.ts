import { expect, test } from 'vitest'
import { takeDelimiterLine } from './delimiter-line.ts'

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
