import { expect, test } from 'vitest'
import { hasGroupsElsewhere, readGroups } from './read-groups.ts'

test.each([
  ['an array', { groups: ['lab-leads', 'staff'] }, 'groups', ['lab-leads', 'staff']],
  ['a single text', { groups: 'lab-leads' }, 'groups', 'lab-leads'],
  ['texts with spaces between', { groups: ' staff  lab-leads ' }, 'groups', 'staff  lab-leads'],
  ['an empty text', { groups: ' ' }, 'groups', []],
  ['a group with a space in its name', { groups: ['Lab Leads'] }, 'groups', ['Lab Leads']],
  ['a nested claim', { realm_access: { roles: ['lead'] } }, 'realm_access.roles', ['lead']],
  [
    'a claim whose name has dots',
    { 'https://lab.example/roles': ['lead'] },
    'https://lab.example/roles',
    ['lead'],
  ],
  ['an array with other things in it', { groups: ['lead', 7, null, { a: 1 }] }, 'groups', ['lead']],
  ['an empty array', { groups: [] }, 'groups', []],
  ['a number', { groups: 7 }, 'groups', []],
  ['no claim', {}, 'groups', undefined],
  ['a path that ends early', { realm_access: 'x' }, 'realm_access.roles', undefined],
  ['a name of the prototype', {}, 'constructor.name', undefined],
])('groups are read from %s', (_, claims, claim, groups) => {
  expect(readGroups(claims, claim)).toEqual(groups)
})

test.each([
  [{ hasgroups: true }, 'groups', true],
  [{ _claim_names: { groups: 'src1' } }, 'groups', true],
  [{ _claim_names: { groups: 'src1' } }, 'roles', false],
  [{ hasgroups: true }, 'roles', false],
  [{}, 'groups', false],
])('that the groups are somewhere else is read from %j for %s: %s', (claims, claim, isElsewhere) => {
  expect(hasGroupsElsewhere(claims, claim)).toBe(isElsewhere)
})
