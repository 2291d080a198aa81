import { expect, test } from 'vitest'
import { countsFromNames, higherCounts } from './child-counts.ts'

test('the highest number of each type counts, and a type without numbers is not named', () => {
  const names = ['NB-1-DNA-2', 'NB-1-DNA-11', 'NB-1-DNA-7', 'NB-1-UNKNOWN-3']
  expect(countsFromNames('NB-1', names)).toEqual({ DNA: 11, UNKNOWN_SAMPLE_TYPE: 3 })
  expect(countsFromNames('NB-1', [])).toEqual({})
})

test.each([
  'NB-1-DNA-0',
  'NB-1-DNA-07',
  'NB-1-DNA-1234567890',
  'NB-1-DNA-7b',
  'NB-1-DNA-b7',
  'NB-1-DNA-',
  'NB-10-DNA-7',
  'xNB-1-DNA-7',
  'NB-1-DNA7',
  '7',
])('%s is no name that Create Children gives to a child of NB-1', (name) => {
  expect(countsFromNames('NB-1', [name])).toEqual({})
})

test('a number of nine digits counts', () => {
  expect(countsFromNames('NB-1', ['NB-1-DNA-123456789'])).toEqual({ DNA: 123_456_789 })
})

test('of two counts the higher of each type is kept, also of a type that only one has', () => {
  expect(higherCounts({ DNA: 3, CSF: 9 }, { DNA: 12, BLOOD: 1 })).toEqual({ DNA: 12, CSF: 9, BLOOD: 1 })
})
