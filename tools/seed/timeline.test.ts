import { expect, test } from 'vitest'
import { studies } from './studies.ts'
import { buildTimeline } from './timeline.ts'

const monday = new Date('2026-11-16T05:00:00.000Z')
const saturday = new Date('2026-11-21T05:00:00.000Z')

test('the demo data is the same on every day except for its dates', () => {
  const without = (today: Date) => buildTimeline(studies, today).map(({ at, ...entry }) => entry)
  expect(without(saturday)).toEqual(without(monday))
})

test.each([monday, saturday])('all actions lie before %s, in order, on working days', (today) => {
  const times = buildTimeline(studies, today).map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a.getTime() - b.getTime()))
  expect(times.at(-1)?.getTime()).toBeLessThan(today.getTime())
  expect(times.filter((at) => [0, 6].includes(at.getUTCDay()))).toEqual([])
})
