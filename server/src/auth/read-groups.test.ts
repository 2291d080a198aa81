import { expect, test } from 'vitest'
import { readGroups } from './read-groups.ts'

test.each([
  ['an array', { groups: ['lab-leads', 'staff'] }, 'groups', ['lab-leads', 'staff']],
  ['a single text', { groups: 'lab-leads' }, 'groups', ['lab-leads', 'lab-leads']],
  [
    'texts with spaces between',
    { groups: 'staff  lab-leads' },
    'groups',
    ['staff  lab-leads', 'staff', 'lab-leads'],
  ],
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
