import { expect, test } from 'vitest'
import { diaryOf } from './diary.ts'
import { studies } from './studies.ts'

const monday = new Date('2026-11-16T05:00:00.000Z')
const saturday = new Date('2026-11-21T05:00:00.000Z')

test('the demo laboratory is the same on whatever day it is made', () => {
  const without = (today: Date) => diaryOf(studies, today).map(({ at, ...what }) => what)
  expect(without(saturday)).toEqual(without(monday))
})

test.each([monday, saturday])('what happened in it lies before %s, in order, on working days', (today) => {
  const times = diaryOf(studies, today).map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a.getTime() - b.getTime()))
  expect(times.at(-1)?.getTime()).toBeLessThan(today.getTime())
  expect(times.filter((at) => [0, 6].includes(at.getUTCDay()))).toEqual([])
})
