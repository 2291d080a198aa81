import { expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { auditEventsOf } from '../../test/audit-events.ts'
import { openLab } from '../../test/lab.ts'
import { turnOnRoles } from '../../test/people.ts'
import type { IdentityProvider } from './identity-provider.ts'

const reason = 'has left'
const settings = {
  OIDC_CLIENT_ID: 'lims',
  OIDC_ALLOWED_DOMAINS: 'brain.example, gmail.com',
  OIDC_ALLOWED_EMAILS: 'guest@university.example',
}
const google = await openLab({ ...settings, OIDC_ISSUER: 'https://accounts.google.com' })
const keycloak = await openLab({ ...settings, OIDC_ISSUER: 'https://login.institute.example' })
const byList = await openLab({
  ...settings,
  OIDC_ISSUER: 'https://login.institute.example',
  ADMIN_EMAILS: 'ada@brain.example',
})

type Account = { id?: string; email: string; workspace?: string | null }

/** A server whose provider sends whoever signs in back as the owner of this account. */
async function signIn(lab: typeof google, { id = 'another', email, workspace = null }: Account) {
  const provider: IdentityProvider = {
    name: 'Google',
    isDemo: false,
    newSecrets: () => ({ state: id, nonce: 'n', codeVerifier: 'v' }),
    signInAddress: async () => 'https://accounts.google.com/',
    redeem: async () => ({
      ...{ id, name: 'Bo Chen', email, avatar: null, emailIsVerified: true, workspace, groups: undefined },
    }),
  }
  const server = await lab.startServer({ provider })
  await server.inject({ method: 'POST', url: '/api/auth/login', payload: {} })
  const reply = await server.inject({ url: '/api/auth/login/callback', query: { code: 'c', state: id } })
  return { status: reply.statusCode, body: reply.json() }
}

test.each([
  ['an account of the organisation of the domain', { email: 'bo@brain.example', workspace: 'brain.example' }],
  ['an address on the list, of whatever account', { email: 'guest@university.example' }],
  ['an address of Gmail, where that domain is allowed', { email: 'bo@gmail.com' }],
])('with Google, %s gets in', async (_, account) => {
  expect((await signIn(google, account)).status).toBe(200)
})

test.each([
  ['a personal account', null],
  ['an account of another organisation', 'evil.example'],
])('PERM-05 with Google, %s with an address of the domain does not get in', async (_, workspace) => {
  expect(await signIn(google, { email: 'bo@brain.example', workspace })).toEqual({
    status: 403,
    body: {
      code: 'not-allowed',
      message:
        'This is not the account that your organisation gave you at Google, though it has the address bo@brain.example. Sign in with that one, or ask your administrator to put the address on the list OIDC_ALLOWED_EMAILS.',
    },
  })
})

test('with another provider, the address alone decides as before', async () => {
  expect((await signIn(keycloak, { email: 'bo@brain.example' })).status).toBe(200)
})

test('another account with the address of a deactivated person gets in once they are reactivated', async () => {
  await turnOnRoles(keycloak)
  await keycloak.signIn('bo', 'Bo Chen')
  await keycloak.post('/people/deactivate', { personId: 'bo', reason })

  expect(await signIn(keycloak, { email: 'bo@brain.example' })).toEqual({
    status: 403,
    body: {
      code: 'not-allowed',
      message: 'Your account was deactivated here. Ask Ada Lindqvist to reactivate it.',
    },
  })
  expect((await keycloak.get('/people/list')).json().people).toHaveLength(2)

  await keycloak.post('/people/reactivate', { personId: 'bo', reason })
  expect((await signIn(keycloak, { email: 'bo@brain.example' })).status).toBe(200)
})

test('a person who already has another account with the address keeps it when the former one is deactivated', async () => {
  await turnOnRoles(keycloak)
  await keycloak.signIn('bo', 'Bo Chen')
  keycloak.setNow(new Date('2026-11-20T10:00:00.000Z'))
  expect((await signIn(keycloak, { email: 'bo@brain.example' })).status).toBe(200)
  await keycloak.post('/people/deactivate', { personId: 'bo', reason })

  expect((await signIn(keycloak, { email: 'bo@brain.example' })).status).toBe(200)
  expect((await signIn(keycloak, { id: 'a-third', email: 'bo@brain.example' })).status).toBe(200)
})

test('the former holder of an address of ADMIN_EMAILS can be deactivated, and the present one cannot', async () => {
  const bo = { id: 'bo', email: 'ada@brain.example' }
  byList.setNow(new Date('2026-11-20T10:00:00.000Z'))
  const { token } = (await signIn(byList, bo)).body
  const deactivate = async (personId: string) =>
    (await byList.post('/people/deactivate', { personId, reason }, token)).json()

  expect(await deactivate('bo')).toMatchObject({ code: 'role-from-setting' })
  expect(await deactivate('ada')).toMatchObject({ success: true, person: { id: 'ada' } })
  expect((await byList.get('/people/list')).statusCode).toBe(401)
  expect(await deactivate('bo')).toMatchObject({ code: 'role-from-setting' })
  expect((await signIn(byList, bo)).status).toBe(200)
})

test('another e-mail address of the identity provider leaves an audit event at the sign-in', async () => {
  await signIn(keycloak, { email: 'bo@brain.example' })
  await signIn(keycloak, { email: 'bo@brain.example' })
  await signIn(keycloak, { email: 'guest@university.example' })
  expect(await auditEventsOf(keycloak, 'person.change-email')).toMatchObject([
    {
      entity_id: 'another',
      person_id: 'another',
      reason: 'e-mail address of the identity provider at sign-in',
      before: { email: 'bo@brain.example' },
      after: { email: 'guest@university.example' },
    },
  ])
  expect(await auditEventsOf(keycloak, 'person.rename')).toEqual([])
})

test.each([
  ['bo.chen@brain.example', 'bench', 401],
  ['bo.chen@brain.example', 'administrator', 200],
  ['ada@brain.example', 'bench', 200],
] as const)(
  'after a sign-in as %s, of whom the role is %s, a token for a robot of others that was created as administrator by ADMIN_EMAILS gets %i',
  async (email, role, status) => {
    const { create, addServiceAccount, setRole } = apiTokens(byList)
    await addServiceAccount('arm')
    const { token: session } = (await signIn(byList, { id: 'bo', email: 'ada@brain.example' })).body
    const { token } = await create({ permissions: ['sample.read'], personId: 'arm' }, session)
    const { token: own } = await create({ permissions: ['sample.read'] }, session)
    await setRole('bo', role)

    expect((await signIn(byList, { id: 'bo', email })).status).toBe(200)

    byList.app.sessions.forget()
    const statusWith = async (one: string) => (await byList.get('/samples/list', {}, one)).statusCode
    expect([await statusWith(token), await statusWith(own)]).toEqual([status, 200])
    const revoked = await auditEventsOf(byList, 'token.revoke')
    expect(revoked.map(({ person_id, reason: why }) => [person_id, why])).toEqual(
      status === 401 ? [['bo', 'e-mail address of the identity provider at sign-in']] : [],
    )
  },
)

test('an address of ADMIN_EMAILS that comes or goes at a sign-in is a change of the role in the audit trail', async () => {
  const as = (email: string) => signIn(byList, { id: 'bo', email })
  await as('bo@brain.example')
  await as('ada@brain.example')
  await as('ada@brain.example')
  await as('bo.chen@brain.example')
  await as('bo@brain.example')
  const bySetting = { role: 'administrator', roleFrom: 'setting', group: null }
  const byDefault = { role: null, roleFrom: 'default', group: null }
  const reasonOfSignIn = 'e-mail address of the identity provider at sign-in'
  const common = { entity_id: 'bo', person_id: 'bo', reason: reasonOfSignIn }
  expect(await auditEventsOf(byList, 'person.set-role')).toMatchObject([
    { ...common, before: byDefault, after: bySetting },
    { ...common, before: bySetting, after: byDefault },
  ])
})
