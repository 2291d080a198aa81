import { expect, test } from 'vitest'
import { describeChanges } from './edit-notices.tsx'

const captions = { name: 'Name', notes: 'Notes', status: 'Status' }
const today = (hours: number, minutes: number) => {
  const date = new Date()
  date.setHours(hours, minutes, 0, 0)
  return date.toISOString()
}
const changed = (field: string, changedAt: string, personName = 'Chiara Rossi') => ({
  field,
  personName,
  changedAt,
})

test('a change of today is named with its field, person and time', () => {
  expect(describeChanges([changed('name', today(14, 2))], captions)).toBe(
    'Name was changed by Chiara Rossi at 14:02.',
  )
})

test('fields of one save stand in one sentence, another save in its own', () => {
  const changes = [
    changed('name', today(14, 2)),
    changed('status', today(14, 5), 'Bo Chen'),
    changed('notes', today(14, 2)),
  ]
  expect(describeChanges(changes, captions)).toBe(
    'Name and Notes were changed by Chiara Rossi at 14:02. Status was changed by Bo Chen at 14:05.',
  )
})

test('an older change is named with its date', () => {
  const instant = new Date(2026, 4, 12, 9, 41).toISOString()
  expect(describeChanges([changed('siteId', instant)], captions)).toBe(
    'siteId was changed by Chiara Rossi on 12 May 2026, 09:41.',
  )
})
