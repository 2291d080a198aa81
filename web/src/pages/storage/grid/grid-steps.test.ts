import { expect, test } from 'vitest'
import { stepKeys, stepOf, widerStepKeys } from './grid-steps.ts'

const size = { numberRows: 30, numberColumns: 12 }
const press = (key: string, isCtrl = false) => ({ key, ctrlKey: isCtrl, metaKey: false })

test.each([
  ['ArrowUp', false, { row: 14, column: 5 }],
  ['ArrowDown', false, { row: 16, column: 5 }],
  ['ArrowLeft', false, { row: 15, column: 4 }],
  ['ArrowRight', false, { row: 15, column: 6 }],
  ['Home', false, { row: 15, column: 1 }],
  ['End', false, { row: 15, column: 12 }],
  ['Home', true, { row: 1, column: 1 }],
  ['End', true, { row: 30, column: 12 }],
  ['PageUp', false, { row: 5, column: 5 }],
  ['PageDown', false, { row: 25, column: 5 }],
  ['ArrowDown', true, { row: 30, column: 5 }],
])('GRID-01 %s (Ctrl: %s) moves the focus from E15 to %o', (key, isCtrl, to) => {
  expect(stepOf(press(key, isCtrl), { row: 15, column: 5 }, size)).toEqual(to)
})

test('at an edge the focus stays inside the grid', () => {
  expect(stepOf(press('ArrowUp'), { row: 1, column: 1 }, size)).toEqual({ row: 1, column: 1 })
  expect(stepOf(press('ArrowRight'), { row: 3, column: 12 }, size)).toEqual({ row: 3, column: 12 })
  expect(stepOf(press('PageDown'), { row: 28, column: 2 }, size)).toEqual({ row: 30, column: 2 })
})

test('other keys do not move the focus', () => {
  expect(stepOf(press('Enter'), { row: 1, column: 1 }, size)).toBeUndefined()
  expect(stepOf(press('x', true), { row: 1, column: 1 }, size)).toBeUndefined()
})

test('every key in the keyboard help moves the focus', () => {
  const named = [...stepKeys, ...widerStepKeys].flatMap(({ keys }) => keys)
  const from = { row: 15, column: 5 }
  for (const name of named) {
    const [key = '', modifier] = name.split(' ').reverse()
    expect(stepOf(press(key, modifier === 'ctrl'), from, size), name).not.toEqual(from)
    expect(stepOf(press(key, modifier === 'ctrl'), from, size), name).toBeDefined()
  }
})
