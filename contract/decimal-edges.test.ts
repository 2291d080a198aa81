import { expect, test } from 'vitest'
import { parseDecimal } from './decimal.ts'

test.each([
  [',25', 0.25],
  ['.125', 0.125],
  ['0,250', 0.25],
  ['+0.5', 0.5],
  ['1000,250', 1000.25],
])('D1 reads %s as %d', (written, value) => {
  expect(parseDecimal(written)).toEqual({ value })
})

test.each([
  ['+1,250', '+1,250 can mean 1.25 or +1250: write one of these'],
  ['-1,250', '-1,250 can mean -1.25 or -1250: write one of these'],
  ['a1,250', 'a1,250 is not a number'],
  ['1.2a', '1.2a is not a number'],
  ['1.2.a', '1.2.a is not a number'],
  ['a1.2.3', 'a1.2.3 is not a number'],
  ['1.2.3a', '1.2.3a is not a number'],
  ['1-2', '1-2 is not a number'],
  ['+', '+ is not a number'],
  ['.', '. is not a number'],
  ['', ' is not a number'],
  ['1..', '1.. has more than one comma or point: write only the decimal sign'],
  ['-1.2.3', '-1.2.3 has more than one comma or point: write only the decimal sign'],
])('D1 refuses %s: %s', (written, problem) => {
  expect(parseDecimal(written)).toEqual({ problem })
})
