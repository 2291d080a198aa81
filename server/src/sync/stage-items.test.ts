import { expect, test } from 'vitest'
import { expectWithin } from '../../../tools/test/compare-times.ts'
import { mayHaveItem, textOf, valuesOfItem } from './stage-items.ts'

test('the stage of a large matrix has the value of each of its axes', () => {
  const names = (axis: string) => Array.from({ length: 2000 }, (_, n) => `${axis}-${n}`)
  const matrix = { sample: names('s'), run: names('r'), lane: names('l') }
  expect(Object.fromEntries(valuesOfItem({ matrix }, 's-1999-r-1998-l-1997'))).toEqual({
    item: 's-1999-r-1998-l-1997',
    'item.sample': 's-1999',
    'item.run': 'r-1998',
    'item.lane': 'l-1997',
  })
})

test('a matrix whose values fit a name in very many ways is given up', async () => {
  const values = Array.from({ length: 200 }, (_, n) => `a${'-a'.repeat(n)}`)
  const matrix = Object.fromEntries(Array.from({ length: 50 }, (_, axis) => [`axis${axis}`, values]))
  const item = `${'a-'.repeat(4000)}b`
  await expectWithin(2000, () => expect([...valuesOfItem({ matrix }, item)]).toEqual([['item', item]]))
})

/** A variable of dvc.yaml is `$V{name}` here. */
const v = (text: string) => text.replace('$V{', '\u0024{')

test.each<[string, Parameters<typeof mayHaveItem>[0], string, boolean]>([
  ['an item of a list', { foreach: ['S1', 'S2'] }, 'S2', true],
  ['one that was taken out of it', { foreach: ['S1', 'S2'] }, 'S3', false],
  ['one that a variable may stand for', { foreach: ['S1', v('$V{other}')] }, 'S3', true],
  ['a number, which YAML may write as 01', { foreach: ['01', 'S2'] }, '1', true],
  ['a number that no item can be', { foreach: ['1', 'S2'] }, '3', false],
  ['a number, which YAML may write as 2024_001', { foreach: ['2024_001', 'S2'] }, '2024001', true],
  ['a key that YAML may write as 2024_001', { foreach: { '2024_001': {} } }, '2024001', true],
  ['an item 2024_001 in quotes', { foreach: ['2024_001'] }, '2024_001', true],
  ['one in quotes that was taken out', { foreach: ['2024_002'] }, '2024_001', false],
  ['the number 5, which YAML may write as 0b101', { foreach: ['0b101'] }, '5', true],
  ['the number -8, which YAML may write as -0o10', { foreach: ['-0o10'] }, '-8', true],
  ['the number 31, which YAML may write as 0x1F', { foreach: { '0x1F': {} } }, '31', true],
  ['the number of a map in a list', { foreach: [{ id: 'S1' }, { id: 'S2' }] }, '1', true],
  ['the number of one that was taken out', { foreach: [{ id: 'S1' }, { id: 'S2' }] }, '2', false],
  ['the number of a text in a list with a map', { foreach: ['S1', { id: 'S2' }] }, '0', true],
  ['the number of a map in a list with a text', { foreach: ['S1', { id: 'S2' }] }, '1', true],
  ['a number behind a list with a text and a map', { foreach: ['S1', { id: 'S2' }] }, '2', false],
  ['any of an empty list', { foreach: [] }, '0', false],
  ['a key of a map', { foreach: { S1: {}, S2: {} } }, 'S1', true],
  ['a key that was taken out', { foreach: { S1: {}, S2: {} } }, 'S3', false],
  ['any of an unknown list', { foreach: v('$V{samples}') }, 'S3', true],
  ['values of a matrix', { matrix: { sample: ['S1', 'S-2'], lane: ['L1', 'L2'] } }, 'S-2-L1', true],
  [
    'a value that was taken out of a matrix',
    { matrix: { sample: ['S1'], lane: ['L1', 'L2'] } },
    'S2-L1',
    false,
  ],
  ['a number of a matrix', { matrix: { sample: ['S1'], lane: ['01'] } }, 'S1-1', true],
  ['a number 2024_001 of a matrix', { matrix: { sample: ['2024_001'], lane: ['L1'] } }, '2024001-L1', true],
  ['a number taken out of a matrix', { matrix: { sample: ['E'], lane: ['1'] } }, 'E-2', false],
  ['any of an unknown matrix', { matrix: { sample: v('$V{samples}'), lane: ['L1'] } }, 'S2-L1', true],
])('dvc.yaml decides whether a stage may have %s', (_, planned, item, expected) => {
  expect(mayHaveItem(planned, item)).toBe(expected)
})

test('the values of a list with texts and maps are found by their numbers', () => {
  const foreach = ['S1', { id: 'S2' }]
  expect(Object.fromEntries(valuesOfItem({ foreach }, '0'))).toEqual({ item: 'S1' })
  expect(Object.fromEntries(valuesOfItem({ foreach }, '1'))).toEqual({ item: '1', 'item.id': 'S2' })
})

test('the items of a variable are those of all files that have it', () => {
  const foreach = v('$V{samples}')
  const files = [
    { samples: { S1: { dir: 'a' }, S2: { dir: 'b' } } },
    { samples: { S2: { run: 'r' }, S3: {} } },
  ]
  const may = (item: string) => mayHaveItem({ foreach }, item, files)
  expect(['S1', 'S2', 'S3', 'S4'].map(may)).toEqual([true, true, true, false])
  expect(Object.fromEntries(valuesOfItem({ foreach }, 'S2', files))).toEqual({
    item: 'S2',
    key: 'S2',
    'item.dir': 'b',
    'item.run': 'r',
  })
})

test('a list of which two files have different ones has the items of both', () => {
  const files = [{ samples: ['S1'] }, { samples: ['S2'] }]
  const may = (item: string) => mayHaveItem({ foreach: v('$V{samples}') }, item, files)
  expect(['S1', 'S2', 'S3'].map(may)).toEqual([true, true, false])
  expect(mayHaveItem({ matrix: { sample: v('$V{samples}') } }, 'S2', files)).toBe(true)
})

test('a text of a variable is found in whichever file has it', () => {
  expect(textOf('a.b', [{ a: { b: { c: 'x' } } }, { a: { b: 'y' } }])).toBe('y')
})

test('a matrix whose values fit a name in very many ways may have it', async () => {
  const values = Array.from({ length: 200 }, (_, n) => `a${'-a'.repeat(n)}`)
  const matrix = Object.fromEntries(Array.from({ length: 50 }, (_, axis) => [`axis${axis}`, values]))
  const item = `${'a-'.repeat(4000)}b`
  await expectWithin(2000, () => expect(mayHaveItem({ matrix }, item)).toBe(true))
})
