import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './api.ts'
import { endpoint } from './endpoint.ts'
import { type Permission, permissions, Role, roles } from './permissions.ts'

const definition = { method: 'GET', path: '/x', summary: 'x', reply: z.object({}) } as const

test('an endpoint without a permission, or with an unknown one, does not compile', () => {
  // @ts-expect-error: the permission is missing.
  endpoint(definition)
  // @ts-expect-error: there is no such permission.
  endpoint({ ...definition, permission: 'sample.fly' })
  expect(endpoint({ ...definition, permission: 'sample.read' }).permission).toBe('sample.read')
})

test('a role with an unknown permission does not compile', () => {
  const known = ['sample.read'] as const
  const role: (typeof roles)[Role] = { name: 'x', summary: 'x', permissions: known }
  // @ts-expect-error: there is no such permission.
  role.permissions = ['sample.fly']
  expect(known).toHaveLength(1)
})

test('every permission is held by a role other than administrator, or is one of the few that only they hold', () => {
  const others = Role.options.filter((role) => role !== 'administrator')
  const held = new Set(others.flatMap((role) => [...roles[role].permissions]))
  expect(permissions.filter((permission) => !held.has(permission)).sort()).toEqual([
    'people.manage',
    'subject.erase',
  ])
  expect([...roles.administrator.permissions].sort()).toEqual([...permissions].sort())
})

test('every permission is needed by some call, or is checked inside one', () => {
  const needed = new Set<string>(allEndpoints.map(({ endpoint: { permission } }) => permission))
  expect(permissions.filter((permission) => !needed.has(permission))).toEqual([])
})

test('no role names a permission twice', () => {
  for (const role of Role.options) {
    expect(new Set(roles[role].permissions).size, role).toBe(roles[role].permissions.length)
  }
})

test.each([
  ['viewer', 'bench'],
  ['viewer', 'storage-keeper'],
  ['bench', 'study-lead'],
  ['study-lead', 'administrator'],
] as const)('what a %s may do, a %s may do too', (weaker, stronger) => {
  expect(roles[stronger].permissions).toEqual(expect.arrayContaining([...roles[weaker].permissions]))
})

test('bench deletes nothing and sees no subject', () => {
  expect(roles.bench.permissions.filter((name) => /delete|subject|restore/.test(name))).toEqual([])
})

test('the text of a role says what it does not allow', () => {
  const lacking = (permission: Permission) =>
    Role.options.filter((role) => !roles[role].permissions.includes(permission))
  for (const role of lacking('subject.read')) expect(roles[role].summary, role).toMatch(/subject/i)
  for (const role of lacking('people.manage')) expect(roles[role].summary, role).not.toMatch(/everything/i)
  expect(roles.viewer.summary).toContain('does not see the audit trail')
  expect(roles['storage-keeper'].summary).toContain('edits no samples')
  expect(roles['study-lead'].summary).toContain('deletes samples and batches')
})
