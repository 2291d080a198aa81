import { expect, test } from 'vitest'
import { initialsOf } from './user-avatar.tsx'

test.each([
  ['Ada Lindqvist', 'AL'],
  ['ada maria lindqvist', 'AL'],
  ['Ada', 'A'],
  ['李 明', '李明'],
  ['  ', ''],
])("the initials of '%s' are '%s'", (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
