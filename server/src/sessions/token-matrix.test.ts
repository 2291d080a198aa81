import { allEndpoints } from '@lims/contract/api.ts'
import type { Endpoint } from '@lims/contract/endpoint.ts'
import { type Permission, permissions, permissionTexts, Role, roles } from '@lims/contract/permissions.ts'
import { beforeEach, expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { openLab } from '../../test/lab.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { isStream } from '../../test/walked-calls.ts'

const lab = await openLab({ TOKEN_REQUESTS_PER_MINUTE: '1000000' })
const { create, setRole } = apiTokens(lab)

/** A stream that is allowed does not end by itself. */
const endpoints = allEndpoints.filter(({ endpoint }) => endpoint.permission !== 'none' && !isStream(endpoint))

/** The field is unknown everywhere, so that a request that is allowed changes nothing. */
async function isAllowed({ method, path }: Endpoint, token: string): Promise<boolean> {
  const reply = await lab.app.inject({
    method,
    url: `/api${path}?noSuchField=1`,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'POST' ? { payload: { noSuchField: 1 } } : {}),
  })
  expect(reply.statusCode, path).not.toBe(401)
  if (reply.statusCode !== 403) return true
  expect(reply.json().code, path).toBe('permission-denied')
  return false
}

/**
 * What is for everyone who has signed in: tokens read it, and a write without a permission of its own is for people.
 */
const isAllowedWith = ({ method, permission, tokenPermission }: Endpoint, own: readonly Permission[]) =>
  permission === 'signed-in' && !tokenPermission
    ? method === 'GET'
    : own.includes(tokenPermission ?? (permission as Permission))

async function expectExactly(own: readonly Permission[], token: string) {
  for (const { endpoint } of endpoints) {
    expect([endpoint.path, await isAllowed(endpoint, token)]).toEqual([
      endpoint.path,
      isAllowedWith(endpoint, own),
    ])
  }
}

beforeEach(async () => {
  await turnOnRoles(lab)
  await signInAs(lab, 'administrator', 'chief')
})

test.each(permissions)(
  'a token that may only %s can make exactly the calls that need this',
  async (permission) => {
    const { token } = await create({ permissions: [permission] })
    await expectExactly([permission], token)
  },
)

test.each(Role.options)('a token with every permission can do no more than its owner, a %s', async (role) => {
  const { token } = await create()
  await setRole('ada', role)
  lab.app.sessions.forget()
  await expectExactly(roles[role].permissions, token)
})

test('a refusal says which permission is missing', async () => {
  const { token } = await create({ permissions: ['sample.read'] })
  expect((await lab.get('/batches/list', {}, token)).json().message).toContain(permissionTexts['batch.read'])
})

test('a write that is for everyone who has signed in is not for tokens, unless it names their permission', async () => {
  const writes = endpoints.filter(
    ({ endpoint: { permission, method, tokenPermission } }) =>
      permission === 'signed-in' && method === 'POST' && !tokenPermission,
  )
  expect(writes.length).toBeGreaterThan(0)
  const { token } = await create()
  for (const { endpoint } of writes) expect(await isAllowed(endpoint, token), endpoint.path).toBe(false)
})
