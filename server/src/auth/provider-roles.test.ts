import { afterAll, beforeEach, expect, test } from 'vitest'
import { openBrowser } from '../../test/browser.ts'
import { freePort } from '../../test/free-port.ts'
import { type Claims, clientSecret, openIssuer } from '../../test/issuer.ts'
import { testNow } from '../../test/lab.ts'
import { beginSignIn, completeSignIn } from '../../test/sign-in.ts'
import { openSignInLab } from '../../test/sign-in-lab.ts'
import { unaudited } from '../../test/unaudited.ts'

const settings = {
  OIDC_CLIENT_ID: 'lims',
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_ALLOWED_DOMAINS: 'brain.example',
  OIDC_ROLES_CLAIM: 'groups',
  OIDC_ROLE_MAP:
    'lab-leads=study-lead, freezer-team = storage-keeper,Lab Admins=administrator,guests=viewer,Lab Leads=study-lead,Leads=administrator',
}
const port = await freePort()
const lab = await openSignInLab(() => ({ ...settings, OIDC_ISSUER: `http://127.0.0.1:${port}` }))
const issuer = await openIssuer(port, `${lab.url}/auth/login/callback`)

const nestedPort = await freePort()
const nested = await openSignInLab(() => ({
  ...settings,
  OIDC_ROLES_CLAIM: 'realm_access.roles',
  OIDC_ISSUER: `http://127.0.0.1:${nestedPort}`,
}))
const idTokenIssuer = await openIssuer(nestedPort, `${nested.url}/auth/login/callback`, { inIdToken: true })
afterAll(async () => {
  await issuer.close()
  await idTokenIssuer.close()
})

const ada = { sub: 'g-1', name: 'Ada', email: 'ada@brain.example', email_verified: true }
const signIn = async (claims: Partial<Claims>, at = { lab, issuer }) => {
  at.issuer.letIn({ ...ada, ...claims })
  const browser = openBrowser()
  const callback = `${at.lab.url}/auth/login/callback`
  const { url } = await browser.follow(await beginSignIn(browser, at.lab.url), callback)
  const { status, body } = await completeSignIn(browser, at.lab.url, url.searchParams)
  expect(status, body.message).toBe(200)
  return body.token ?? ''
}
const roleOf = ({ sub = ada.sub, at = lab } = {}) =>
  at.db
    .selectFrom('person')
    .select(['role', 'role_from', 'role_group'])
    .where('id', '=', sub)
    .executeTakeFirstOrThrow()
const noRole = { role: null, role_from: 'default', role_group: null }
const give = (role: 'administrator' | 'viewer') =>
  unaudited(lab.db, (trx) =>
    trx.updateTable('person').set({ role, role_from: 'given' }).where('id', '=', ada.sub).execute(),
  )
const turnOn = () =>
  unaudited(lab.db, (trx) =>
    trx.insertInto('roles_state').values({ id: 1, turned_on_at: testNow, turned_on_by: ada.sub }).execute(),
  )

beforeEach(() => issuer.letIn(ada))

test.each([
  [['freezer-team'], 'storage-keeper', 'freezer-team'],
  ['lab-leads', 'study-lead', 'lab-leads'],
  ['staff guests freezer-team', 'storage-keeper', 'freezer-team'],
  [['guests', 'lab-leads', 'freezer-team'], 'study-lead', 'lab-leads'],
  [['Lab Admins', 'lab-leads'], 'administrator', 'Lab Admins'],
  ['Lab Leads', 'study-lead', 'Lab Leads'],
  [' Lab Leads ', 'study-lead', 'Lab Leads'],
  [['Lab Leads'], 'study-lead', 'Lab Leads'],
  ['guests Leads', 'administrator', 'Leads'],
])('the strongest role of the groups %j is %s', async (groups, role, role_group) => {
  await signIn({ groups })
  expect(await roleOf()).toEqual({ role, role_from: 'provider', role_group })
})

test.each([[['staff']], [[]], [undefined], [7], [{ 'lab-leads': true }], [[['lab-leads']]]])(
  'groups %j give no role',
  async (groups) => {
    await signIn({ groups })
    expect(await roleOf()).toEqual(noRole)
  },
)

test('groups are also read from the ID token, and from a nested claim', async () => {
  const at = { lab: nested, issuer: idTokenIssuer }
  await signIn({ realm_access: { roles: ['lab-leads'] } }, at)
  expect(await roleOf({ at: nested })).toMatchObject({ role: 'study-lead', role_from: 'provider' })
})

test('a role of the provider changes and falls away at a later sign-in, each with its event', async () => {
  await signIn({ groups: ['lab-leads'] })
  await signIn({ groups: ['lab-leads'] })
  await signIn({ groups: ['guests'] })
  await signIn({ groups: [] })
  expect(await roleOf()).toEqual(noRole)
  const events = await lab.db
    .selectFrom('audit_event')
    .select(['person_id', 'before', 'after', 'reason'])
    .where('action', '=', 'person.set-role')
    .orderBy('id')
    .execute()
  expect(events.map(({ before, after }) => [before?.role, after?.role])).toEqual([
    [null, 'study-lead'],
    ['study-lead', 'viewer'],
    ['viewer', null],
  ])
  expect(events[0]).toMatchObject({
    person_id: ada.sub,
    reason: 'groups of the identity provider at sign-in',
  })
})

test('a role of the provider stays where it says that the groups are too many to be sent', async () => {
  await signIn({ groups: ['guests'] })
  await signIn({ hasgroups: true })
  expect(await roleOf()).toMatchObject({ role: 'viewer', role_from: 'provider' })
  await signIn({})
  expect(await roleOf()).toEqual(noRole)
})

test('a role that was given on the People page stays without a group, and gives way to one with a role', async () => {
  await signIn({})
  await give('viewer')
  await signIn({ groups: ['staff'] })
  expect(await roleOf()).toMatchObject({ role: 'viewer', role_from: 'given' })
  await signIn({ groups: ['lab-leads'] })
  expect(await roleOf()).toMatchObject({ role: 'study-lead', role_from: 'provider' })
})

test('the last administrator keeps their role whatever the provider says, and another one loses it', async () => {
  await signIn({})
  await give('administrator')
  await turnOn()
  await signIn({ groups: ['guests'] })
  expect(await roleOf()).toMatchObject({ role: 'administrator', role_from: 'given' })

  const bo = { sub: 'g-2', name: 'Bo', email: 'bo@brain.example' }
  await signIn({ ...bo, groups: ['Lab Admins'] })
  await signIn({ groups: ['guests'] })
  expect(await roleOf()).toMatchObject({ role: 'viewer', role_from: 'provider' })
  await signIn({ ...bo, groups: [] })
  expect(await roleOf(bo)).toMatchObject({ role: 'administrator', role_from: 'provider' })
})

test('a deactivated person who signs in at the provider is refused here', async () => {
  await signIn({})
  await unaudited(lab.db, (trx) =>
    trx.updateTable('person').set({ deactivated_at: testNow }).where('id', '=', ada.sub).execute(),
  )
  const browser = openBrowser()
  const callback = `${lab.url}/auth/login/callback`
  const { url } = await browser.follow(await beginSignIn(browser, lab.url), callback)
  expect(await completeSignIn(browser, lab.url, url.searchParams)).toEqual({
    status: 403,
    body: {
      code: 'not-allowed',
      message: 'Your account was deactivated here. Ask an administrator to reactivate it.',
    },
  })
})
