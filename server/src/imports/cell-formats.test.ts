import { test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { listExponents } from './cell-formats.ts'

const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="11"/></cellXfs></styleSheet>'

/** Quadratic work on ten times the text takes a hundred times as long. */
test('cells with exponents are found in linear time, also in a comment that looks like a cell without an end', async () => {
  const sheetOf = (count: number) => Buffer.from(`<!-- <c ${'s= '.repeat(count)}<-->`)
  await expectTimesAsLong({
    base: () => void listExponents(sheetOf(2000), styles),
    work: () => void listExponents(sheetOf(20_000), styles),
    atMostTimes: 50,
  })
})
