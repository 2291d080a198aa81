import { expect, test } from 'vitest'
import { expectWithin } from '../../../tools/test/compare-times.ts'
import { mayHaveItem, valuesOfItem } from './stage-items.ts'

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
  ['the number 31, which YAML may write as 0x1F', { foreach: { '0x1F': {} } }, '31', true],
  ['the number of a map in a list', { foreach: [{ id: 'S1' }, { id: 'S2' }] }, '1', true],
  ['the number of one that was taken out', { foreach: [{ id: 'S1' }, { id: 'S2' }] }, '2', false],
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
  ['a number taken out of a matrix', { matrix: { sample: ['E'], lane: ['1'] } }, 'E-2', false],
  ['any of an unknown matrix', { matrix: { sample: v('$V{samples}'), lane: ['L1'] } }, 'S2-L1', true],
])('dvc.yaml decides whether a stage may have %s', (_, planned, item, expected) => {
  expect(mayHaveItem(planned, item)).toBe(expected)
})

test('a matrix whose values fit a name in very many ways may have it', async () => {
  const values = Array.from({ length: 200 }, (_, n) => `a${'-a'.repeat(n)}`)
  const matrix = Object.fromEntries(Array.from({ length: 50 }, (_, axis) => [`axis${axis}`, values]))
  const item = `${'a-'.repeat(4000)}b`
  await expectWithin(2000, () => expect(mayHaveItem({ matrix }, item)).toBe(true))
})
