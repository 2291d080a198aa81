import { guard, guardJson, unguard } from '@lims/contract/formula-guard.ts'
import { test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'

/** Ratios, as the machine may be slow: quadratic work on ten times the text takes a hundred times as long. */
test('A5 guards 100,000 signs and blanks in linear time', async () => {
  const guardSigns = (length: number) => {
    const texts = ["'", ' ', '"', ';', ';='].map((piece) => `${piece.repeat(length)}x`)
    for (const text of texts) unguard(guard(text))
  }
  await expectTimesAsLong({
    base: () => guardSigns(100_000),
    work: () => guardSigns(1_000_000),
    atMostTimes: 50,
  })
})

test('A5 guards JSON with 30,000 signs and blanks in linear time', async () => {
  const guardSigns = (length: number) => {
    const texts = ["'", ' ', '"', ';', ';=', '\\'].map((piece) => `${piece.repeat(length)}x`)
    for (const text of texts) guardJson(JSON.stringify(['a', text]))
  }
  await expectTimesAsLong({
    base: () => guardSigns(30_000),
    work: () => guardSigns(300_000),
    atMostTimes: 50,
  })
})
