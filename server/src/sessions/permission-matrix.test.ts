import { allEndpoints } from '@lims/contract/api.ts'
import type { Endpoint } from '@lims/contract/endpoint.ts'
import { type Permission, permissions, Role, roles } from '@lims/contract/permissions.ts'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { unaudited } from '../../test/unaudited.ts'
import { isStream } from '../../test/walked-calls.ts'

const lab = await openLab()

/** A column of the matrix: who calls, and what they may do; null where the token is worth nothing. */
type Caller = { token: () => Promise<string>; permissions: ReadonlySet<Permission> | null }

const asRole = (role: Role): Caller => ({
  token: async () => {
    await turnOnRoles(lab)
    return signInAs(lab, role)
  },
  permissions: new Set(roles[role].permissions),
})

const callers: Record<string, Caller> = {
  nobody: { token: async () => '', permissions: null },
  'anybody while roles are off': { token: async () => lab.token(), permissions: new Set(permissions) },
  'a person without a role, who has the default role': {
    token: async () => {
      await turnOnRoles(lab)
      return lab.signIn('new', 'Newly Come')
    },
    permissions: new Set(roles.bench.permissions),
  },
  ...Object.fromEntries(Role.options.map((role) => [`the role ${role}`, asRole(role)])),
  'a deactivated administrator': {
    token: async () => {
      await turnOnRoles(lab)
      const token = await signInAs(lab, 'administrator')
      await unaudited(lab.db, (trx) =>
        trx
          .updateTable('person')
          .set({ deactivated_at: new Date() })
          .where('id', '=', 'administrator')
          .execute(),
      )
      lab.app.sessions.forget()
      return token
    },
    permissions: null,
  },
}

const expectedRefusal = ({ permission }: Endpoint, { permissions: held }: Caller) => {
  if (permission === 'none') return 'none'
  if (held === null) return 401
  return permission === 'signed-in' || held.has(permission) ? 'none' : 403
}

/** Logging out ends the session of the others: it comes last. */
const endpoints = allEndpoints
  .map(({ endpoint }) => endpoint)
  .sort((one, other) => Number(one.path === '/auth/logout') - Number(other.path === '/auth/logout'))

async function refusalOf(endpoint: Endpoint, token: string) {
  const { method, path, takesFile } = endpoint
  const reply = await lab.app.inject({
    method,
    url: `/api${path}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'POST'
        ? { 'content-type': takesFile ? 'application/octet-stream' : 'application/json' }
        : {}),
    },
    ...(method === 'POST' ? { payload: '{}' } : {}),
    payloadAsStream: isStream(endpoint),
  })
  if (isStream(endpoint)) reply.stream().destroy()
  else if (reply.body.includes('"address-unknown"')) return 'not registered'
  return reply.statusCode === 401 || reply.statusCode === 403 ? reply.statusCode : 'none'
}

test.each(Object.entries(callers))(
  'PERM-05 every call admits or refuses %s as the table of permissions says',
  async (_, caller) => {
    const token = await caller.token()
    const expected: Record<string, unknown> = {}
    const found: Record<string, unknown> = {}
    for (const endpoint of endpoints) {
      expected[endpoint.path] = expectedRefusal(endpoint, caller)
      found[endpoint.path] = await refusalOf(endpoint, token)
    }
    expect(found).toEqual(expected)
  },
)
