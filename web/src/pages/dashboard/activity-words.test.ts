import { expect, test } from 'vitest'
import { thingsOf, wordsOf } from './activity-words.ts'

test('a change of status says where to', () => {
  expect(wordsOf({ action: 'sample.update-statuses', toStatus: 'QC_PASS' })).toEqual({
    before: 'moved',
    after: 'to QC PASS',
  })
})

test('D14 links in doubt have words of their own', () => {
  expect(wordsOf({ action: 'sample.doubt-bam', toStatus: null })).toEqual({
    before: 'put the BAM links of',
    after: 'in doubt',
  })
})

test('what nobody has put into words yet is a change', () => {
  expect(wordsOf({ action: 'sample.reweighed', toStatus: null })).toEqual({ before: 'changed' })
})

test.each([
  ['sample', 1, '1 sample'],
  ['sample', 5000, '5,000 samples'],
  ['batch', 2, '2 batches'],
  ['scan', 1, undefined],
])('%s, %i of them: %s', (entityType, things, words) => {
  expect(thingsOf({ entityType, things })).toBe(words)
})
