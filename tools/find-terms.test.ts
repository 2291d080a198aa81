import { expect, test } from 'vitest'
import { findTerms } from './find-terms.ts'

const wordsOf = (text: string, file = 'server/src/a.ts') => findTerms(file, text).map(({ word }) => word)

test('reports file, line, term and the plain word', () => {
  expect(findTerms('docs/a.md', 'One.\nThe screens are told.')).toEqual([
    { file: 'docs/a.md', line: 2, word: 'told', instead: 'sent, shown, reported or logged' },
  ])
})

test.each([
  ['hearChanges(() => {})', ['hear']],
  ['gatherDeeds(rows)', ['deed']],
  ["door: 'table'", ['door']],
  ['What is none is not found.', ['is none']],
  ['A box stands in a rack.', ['stands in']],
  ['const mostNames = 3', ['most…, fewest…, longest…, deepest…']],
  ['const asked = input', ['asked']],
  ['Somebody changed Name meanwhile.', ['meanwhile']],
  ['keeps typed work', ['typed work']],
  ['(trx: Transaction, by: By)', ['By']],
  ['/** Answers a call that reads. */', ['Answers a call']],
])('reports %s', (text, words) => expect(wordsOf(text)).toEqual(words))

test.each(['the most recent scan', 'a heartbeat', 'task edits', 'outdoors', 'Sort By name', 'npm run bench'])(
  'accepts %s',
  (text) => expect(wordsOf(text)).toEqual([]),
)

test('reports bench in the web only', () => {
  expect(wordsOf('StorageBench', 'web/src/pages/a.tsx')).toEqual(['bench'])
})

test('skips only the text of an exception, and only in its file', () => {
  const exceptions = [{ file: 'contract/errors.ts', text: "'moved-meanwhile'", reason: 'a code of the API' }]
  expect(findTerms('contract/errors.ts', "'moved-meanwhile',", exceptions)).toEqual([])
  expect(findTerms('contract/errors.ts', "'moved-meanwhile', // meanwhile", exceptions)).toHaveLength(1)
  expect(findTerms('contract/other.ts', "'moved-meanwhile',", exceptions)).toHaveLength(1)
})
