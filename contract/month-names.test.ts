import { expect, test } from 'vitest'
import { monthNamed } from './month-names.ts'

test.each([
  ['Jan', 1],
  ['FEB', 2],
  ['Mär', 3],
  ['Mrz', 3],
  ['March', 3],
  ['Mai', 5],
  ['Jun', 6],
  ['july', 7],
  ['Sept', 9],
  ['Okt', 10],
  ['November', 11],
  ['Dez', 12],
])('%s is month %i', (word, month) => {
  expect(monthNamed(word)).toBe(month)
})

test.each(['', 'J', 'Ma', 'Box', 'Mars', 'Mayo', 'constructor'])('%j is no month', (word) => {
  expect(monthNamed(word)).toBeUndefined()
})
