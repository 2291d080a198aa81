import { expect, test } from 'vitest'
import { weeksUpTo } from './weeks.ts'

test('returns twelve consecutive weeks, the current one last', () => {
  const present = new Date('2026-11-16T00:00:00.000Z')
  const weeks = weeksUpTo(present)
  expect(weeks).toHaveLength(12)
  expect(weeks.at(-1)?.from).toEqual(present)
  expect(weeks.slice(1).map(({ from }) => from)).toEqual(weeks.slice(0, -1).map(({ to }) => to))
})
