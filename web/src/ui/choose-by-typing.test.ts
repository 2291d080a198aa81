import { expect, test } from 'vitest'
import { chooseByTyping } from './choose-by-typing.ts'

const { filterOption } = chooseByTyping

test.each([
  ['', 'EDTA'],
  ['d', 'DBS'],
  ['s-P', 'S-pp'],
  ['cf', 'S-cfDNA'],
  ['lind', 'Ada Lindqvist'],
  [' ada l ', 'Ada Lindqvist'],
  ['b4', 'B4 · NB-P004'],
  ['p004', 'B4 · NB-P004'],
  ['changed sta', 'sample: changed status'],
  ['é', 'Éva'],
])('%j leaves %j', (typed, label) => {
  expect(filterOption(typed, { label })).toBe(true)
})

test.each([
  ['d', 'EDTA'],
  ['qvist', 'Ada Lindqvist'],
  ['ada q', 'Ada Lindqvist'],
  ['px', 'S-pp'],
])('%j does not leave %j', (typed, label) => {
  expect(filterOption(typed, { label })).toBe(false)
})

test('an option whose label is no text is found by its value', () => {
  expect(filterOption('fre', { label: {}, value: 'FREEZER' })).toBe(true)
  expect(filterOption('1', { label: undefined, value: 1 })).toBe(true)
})
