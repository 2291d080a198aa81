import { utc } from '@lims/contract/time-zone.ts'
import { expect, test } from 'vitest'
import { timeInputOf } from './time-input.ts'

const clock = { format: 'csv', now: new Date('2026-11-20T12:00:00Z') } as const
const messageOf = (text: string, dateOrder: 'day-first' | 'month-first') =>
  timeInputOf({ name: 'UTC', zone: utc }, { ...clock, dateOrder }).safeParse(text).error?.issues[0]?.message

test.each([
  ['11/20/2025', 'day-first'],
  ['20/11/2025 09:30', 'month-first'],
  ['20/11/2026', 'month-first'],
  ['13/1/2026', 'month-first'],
] as const)('%s, read %s, is said to be in the other order', (text, order) => {
  expect(messageOf(text, order)).toBe(
    'is a date in the other order: if the others are so too, go back and choose that one',
  )
})

test.each(['20/20/2025', '0/11/2025', '31/02/2025'])('%s is no day in any order', (text) => {
  expect(messageOf(text, 'day-first')).toMatch(/^must be a time such as /)
})
