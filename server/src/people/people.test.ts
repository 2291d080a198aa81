import type { AuditEvent } from '@lims/contract/audit-api.ts'
import type { Person } from '@lims/contract/people.ts'
import { permissions, roles } from '@lims/contract/permissions.ts'
import { expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { auditEventsOf } from '../../test/audit-events.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { overlap } from '../../test/overlap.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { stopCacheClock } from '../../test/stop-cache-clock.ts'
import { unaudited } from '../../test/unaudited.ts'
import { untilStatus } from '../../test/until-status.ts'
import { readConfig } from '../config.ts'

const lab = await openLab()
const reason = 'as agreed'
const codeOf = async (reply: ReturnType<typeof lab.post>) => (await reply).json().code
const me = async (token?: string) => ok(lab.get('/auth/me', {}, token))
const people = async (): Promise<Record<string, Person>> => {
  const { people: all } = await ok(lab.get('/people/list'))
  return Object.fromEntries(all.map((person: Person) => [person.id, person]))
}
const eventsOf = (action: string) => auditEventsOf(lab, action)

test('another name of the identity provider leaves an audit event at the sign-in', async () => {
  await lab.signIn('cleo', 'Cleo Winter')
  await lab.signIn('cleo', 'Cleo Winter')
  await lab.signIn('cleo', 'Cleo Sommer')
  expect(await eventsOf('person.rename')).toMatchObject([
    {
      entity_id: 'cleo',
      person_id: 'cleo',
      reason: 'name of the identity provider at sign-in',
      before: { name: 'Cleo Winter' },
      after: { name: 'Cleo Sommer' },
    },
  ])
})

test('two sign-ins at once with another name of the identity provider leave one audit event of it', async () => {
  await lab.signIn('cleo', 'Cleo Winter')
  await overlap(lab.db, [() => lab.signIn('cleo', 'Cleo Sommer'), () => lab.signIn('cleo', 'Cleo Sommer')])
  expect(await eventsOf('person.rename')).toMatchObject([
    { before: { name: 'Cleo Winter' }, after: { name: 'Cleo Sommer' } },
  ])
})

test('while roles are off, everybody may do everything and sees who has signed in', async () => {
  await lab.signIn('bo', 'Bo Chen')
  expect(await me()).toEqual({
    person: { id: 'ada', name: 'Ada Lindqvist', email: 'ada@brain.example' },
    rolesOn: false,
    role: null,
    permissions,
    administrators: [],
    timeZone: null,
  })
  expect(await ok(lab.get('/people/list'))).toMatchObject({
    rolesOn: false,
    rolesOnSince: null,
    people: [{ id: 'ada' }, { id: 'bo', role: 'bench', roleFrom: 'default', openSessions: 1, tokens: 0 }],
  })
})

test.each([
  ['/people/set-role', { personId: 'ada', role: 'viewer', reason }],
  ['/people/deactivate', { personId: 'ada', reason }],
  ['/people/reactivate', { personId: 'ada', reason }],
  ['/people/end-sessions', { personId: 'ada' }],
  ['/people/create-service', { name: 'Robot' }],
])('while roles are off, %s is refused with what to do first', async (path, body) => {
  const reply = await lab.post(path, body)
  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toEqual({
    code: 'roles-off',
    message: 'Roles are off: everybody may do everything. Turn on roles first.',
  })
})

test('who turns on roles becomes administrator, and everybody else has the default role', async () => {
  const bo = await lab.signIn('bo', 'Bo Chen')
  await me(bo)

  await ok(lab.post('/roles/turn-on', {}))

  expect(await me()).toMatchObject({ rolesOn: true, role: 'administrator', permissions })
  expect(await me(bo)).toMatchObject({
    role: 'bench',
    permissions: expect.not.arrayContaining(['sample.delete']),
    administrators: ['Ada Lindqvist'],
  })
  expect(await ok(lab.get('/people/list'))).toMatchObject({
    rolesOn: true,
    rolesOnSince: testNow.toISOString(),
  })
  expect(await people()).toMatchObject({ ada: { role: 'administrator', roleFrom: 'given', group: null } })
  expect(await eventsOf('roles.turn-on')).toEqual([
    {
      at: testNow,
      person_id: 'ada',
      entity_type: 'person',
      entity_id: 'ada',
      before: { rolesOn: false, role: null, roleFrom: 'default' },
      after: { rolesOn: true, role: 'administrator', roleFrom: 'given' },
      reason: null,
    },
  ])
})

test('roles are turned on once, also by two people at the same time', async () => {
  const bo = await lab.signIn('bo', 'Bo Chen')
  const replies = await Promise.all([lab.post('/roles/turn-on', {}), lab.post('/roles/turn-on', {}, bo)])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(
    await lab.db.selectFrom('person').select('id').where('role', '=', 'administrator').execute(),
  ).toHaveLength(1)
  expect(await eventsOf('roles.turn-on')).toHaveLength(1)
  expect(await codeOf(lab.post('/roles/turn-on', {}))).toBe('roles-on-already')
})

test('a role is changed with its reason, at once on this server and within a second on every other', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'study-lead', 'bo', 'Bo Chen')
  const other = await lab.startServer()
  const headers = { authorization: `Bearer ${bo}` }
  const onOther = async () =>
    (await other.inject({ method: 'POST', url: '/api/batches/delete?id=x', headers })).statusCode
  stopCacheClock()
  expect(await onOther()).toBe(404)
  expect((await lab.post('/batches/delete?id=x', { reason }, bo)).statusCode).toBe(404)

  const { person } = await ok(lab.post('/people/set-role', { personId: 'bo', role: 'bench', reason }))

  expect(person).toMatchObject({ id: 'bo', role: 'bench', roleFrom: 'given' })
  expect((await lab.post('/batches/delete?id=x', { reason }, bo)).statusCode).toBe(403)
  await untilStatus(other, 403, { method: 'POST', url: '/api/batches/delete?id=x', token: bo })
  expect(await eventsOf('person.set-role')).toEqual([
    {
      at: testNow,
      person_id: 'ada',
      entity_type: 'person',
      entity_id: 'bo',
      before: { role: 'study-lead', roleFrom: 'given', group: null },
      after: { role: 'bench', roleFrom: 'given', group: null },
      reason,
    },
  ])
})

test('giving somebody the role that they have leaves no event', async () => {
  await turnOnRoles(lab)
  await signInAs(lab, 'bench', 'bo')
  await ok(lab.post('/people/set-role', { personId: 'bo', role: 'bench', reason }))
  expect(await eventsOf('person.set-role')).toEqual([])
})

test('a role is changed only with a reason, and only of somebody who is known', async () => {
  await turnOnRoles(lab)
  const role = 'viewer'
  for (const given of [undefined, '', '  ', 'x'.repeat(501)]) {
    const reply = await lab.post('/people/set-role', { personId: 'ada', role, reason: given })
    expect(reply.json()).toMatchObject({ code: 'request-invalid', field: 'reason' })
  }
  expect(await codeOf(lab.post('/people/set-role', { personId: 'nobody', role, reason }))).toBe(
    'person-not-found',
  )
  expect(await codeOf(lab.post('/people/deactivate', { personId: 'nobody', reason }))).toBe(
    'person-not-found',
  )
})

test('a deactivated person is refused at once on every server, and their tokens are revoked', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'bench', 'bo', 'Bo Chen')
  await unaudited(lab.db, (trx) =>
    trx
      .insertInto('api_token')
      .values({
        name: 'Reader',
        person_id: 'bo',
        hash: new Uint8Array(32),
        permissions: ['sample.read'],
        created_at: testNow,
        created_by: 'bo',
        expires_at: new Date('2027-01-01T00:00:00Z'),
      })
      .execute(),
  )
  const other = await lab.startServer()
  const headers = { authorization: `Bearer ${bo}` }
  const onOther = async () => (await other.inject({ url: '/api/samples/list', headers })).statusCode
  stopCacheClock()
  expect(await onOther()).toBe(200)
  expect((await people()).bo).toMatchObject({ openSessions: 1, tokens: 1 })

  const { person } = await ok(lab.post('/people/deactivate', { personId: 'bo', reason }))

  expect(person).toMatchObject({ deactivatedAt: testNow.toISOString(), openSessions: 0, tokens: 0 })
  expect((await lab.get('/samples/list', {}, bo)).statusCode).toBe(401)
  await untilStatus(other, 401, { url: '/api/samples/list', token: bo })
  expect(await eventsOf('person.deactivate')).toMatchObject([
    { entity_id: 'bo', after: { endedSessions: 1, revokedTokens: 1 }, reason },
  ])
  expect(await eventsOf('token.revoke')).toMatchObject([
    { person_id: 'ada', before: { name: 'Reader' }, reason },
  ])
})

test('a deactivation neither counts nor revokes the tokens that have expired', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
  const hours = (count: number) => minutesLater(count * 60)
  const create = (name: string, expiresAt: Date) =>
    ok(lab.post('/tokens/create', { ...tokenBody, name, expiresAt: expiresAt.toISOString() }, bo))
  await create('Expired', hours(1))
  await create('Reader', hours(3))
  lab.setNow(hours(2))
  await ok(lab.post('/people/deactivate', { personId: 'bo', reason }))
  expect(await eventsOf('person.deactivate')).toMatchObject([{ after: { revokedTokens: 1 } }])
  expect(await eventsOf('token.revoke')).toMatchObject([{ before: { name: 'Reader' } }])
})

const openTokensOf = async (personId: string) =>
  lab.db
    .selectFrom('api_token')
    .select('id')
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .execute()
const tokenBody = { name: 'Reader', permissions: ['sample.read'], expiresAt: '2026-12-01T00:00:00Z' }

test('the tokens of the service accounts of a deactivated person stay revoked when the person is back', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
  const { person: robot } = await ok(lab.post('/people/create-service', { name: 'Robot' }, bo))
  const { token } = await ok(lab.post('/tokens/create', { ...tokenBody, personId: robot.id }, bo))
  expect((await lab.get('/samples/list', {}, token)).statusCode).toBe(200)

  await ok(lab.post('/people/deactivate', { personId: 'bo', reason }))
  await ok(lab.post('/people/reactivate', { personId: 'bo', reason }))

  expect((await lab.get('/samples/list', {}, token)).statusCode).toBe(401)
  expect(await openTokensOf(robot.id)).toEqual([])
})

test('no token is left of a person who creates one while being deactivated', async () => {
  await turnOnRoles(lab)
  for (let round = 0; round < 10; round++) {
    const bo = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
    await Promise.all([
      ok(lab.post('/people/deactivate', { personId: 'bo', reason })),
      lab.post('/tokens/create', tokenBody, bo),
    ])
    expect(await openTokensOf('bo')).toEqual([])
    await ok(lab.post('/people/reactivate', { personId: 'bo', reason }))
  }
})

test('a deactivated person cannot sign in, and reads whom to ask', async () => {
  await turnOnRoles(lab)
  await signInAs(lab, 'bench', 'bo', 'Bo Chen')
  await signInAs(lab, 'administrator', 'chiara', 'Chiara Rossi')
  await ok(lab.post('/people/deactivate', { personId: 'bo', reason }))
  const sessions = () => lab.db.selectFrom('session').select('id').where('person_id', '=', 'bo').execute()
  const before = await sessions()

  await expect(lab.signIn('bo', 'Bo Chen')).rejects.toMatchObject({
    code: 'not-allowed',
    message: 'Your account was deactivated here. Ask Ada Lindqvist or Chiara Rossi to reactivate it.',
  })
  expect(await sessions()).toEqual(before)

  await ok(lab.post('/people/reactivate', { personId: 'bo', reason: 'is back' }))
  expect((await lab.get('/samples/list', {}, await lab.signIn('bo', 'Bo Chen'))).statusCode).toBe(200)
  expect(await eventsOf('person.reactivate')).toMatchObject([
    { before: { deactivatedAt: testNow.toISOString() }, after: { deactivatedAt: null }, reason: 'is back' },
  ])
})

test('ending the sessions of a person signs them out everywhere, and they may sign in again', async () => {
  await turnOnRoles(lab)
  const tokens = [await signInAs(lab, 'bench', 'bo'), await lab.signIn('bo', 'Bo Chen')]
  expect(await ok(lab.post('/people/end-sessions', { personId: 'bo' }))).toEqual({
    success: true,
    numSessions: 2,
  })
  for (const token of tokens) expect((await lab.get('/samples/list', {}, token)).statusCode).toBe(401)
  expect((await lab.get('/samples/list', {}, await lab.signIn('bo', 'Bo Chen'))).statusCode).toBe(200)
  expect(await eventsOf('person.end-sessions')).toMatchObject([
    { entity_id: 'bo', before: { openSessions: 2 }, after: { openSessions: 0 } },
  ])
})

const settings = { ADMIN_EMAILS: 'Ada@brain.example', DEFAULT_ROLE: 'viewer' }
const bySetting = await openLab(settings)

test('ADMIN_EMAILS turns on roles, and its people are administrators that nobody removes here', async () => {
  const bo = await bySetting.signIn('bo', 'Bo Chen')
  expect((await bySetting.get('/auth/me', {}, bo)).json()).toMatchObject({
    rolesOn: true,
    role: 'viewer',
    administrators: ['Ada Lindqvist'],
    permissions: [...roles.viewer.permissions].sort(
      (one, other) => permissions.indexOf(one) - permissions.indexOf(other),
    ),
  })
  expect((await bySetting.get('/people/list')).json().people).toMatchObject([
    { id: 'ada', role: 'administrator', roleFrom: 'setting' },
    { id: 'bo', role: 'viewer', roleFrom: 'default' },
  ])
  expect(
    (await bySetting.post('/people/set-role', { personId: 'bo', role: 'viewer', reason })).json(),
  ).toMatchObject({
    person: { role: 'viewer', roleFrom: 'given' },
  })
  expect((await bySetting.post('/roles/turn-on', {})).json().code).toBe('roles-on-already')
  for (const [path, body] of [
    ['/people/set-role', { personId: 'ada', role: 'viewer', reason }],
    ['/people/deactivate', { personId: 'ada', reason }],
  ] as const) {
    expect((await bySetting.post(path, body)).json()).toEqual({
      code: 'role-from-setting',
      message:
        'Ada Lindqvist is administrator by the setting ADMIN_EMAILS. Remove ada@brain.example from it and restart the server first.',
    })
  }
})

test('with ADMIN_EMAILS, who had the address before is deactivated, and who has it now is not', async () => {
  const bo = await bySetting.signIn('bo', 'Bo Chen')
  await unaudited(bySetting.db, (trx) =>
    trx
      .updateTable('person')
      .set({ email: 'ada@brain.example', last_signed_in_at: minutesLater(1) })
      .where('id', '=', 'bo')
      .execute(),
  )
  bySetting.app.sessions.forget()
  const deactivate = (personId: string) => bySetting.post('/people/deactivate', { personId, reason }, bo)
  expect((await deactivate('bo')).json().code).toBe('role-from-setting')
  expect((await deactivate('ada')).json().person.deactivatedAt).toBe(testNow.toISOString())
})

test('with ADMIN_EMAILS, the last administrator of the People page may be removed', async () => {
  await turnOnRoles(bySetting)
  await signInAs(bySetting, 'administrator', 'bo')
  await signInAs(bySetting, 'bench', 'ada', 'Ada Lindqvist')
  const body = { personId: 'bo', role: 'viewer', reason }
  expect((await bySetting.post('/people/set-role', body)).statusCode).toBe(200)
})

test('a server with other settings sees the same people with its own defaults', async () => {
  await turnOnRoles(lab)
  const other = await lab.startServer({ config: readConfig({ DEFAULT_ROLE: 'viewer' }) })
  const bo = await lab.signIn('bo', 'Bo Chen')
  const headers = { authorization: `Bearer ${bo}` }
  expect((await other.inject({ url: '/api/auth/me', headers })).json().role).toBe('viewer')
})

test('changes of people are not shown as activity on the dashboard', async () => {
  await lab.post('/roles/turn-on', {})
  await lab.post('/people/create-service', { name: 'Robot' })
  await lab.post('/storage/add', { alias: 'A rack', type: 'RACK', numberRows: 1, numberColumns: 1 })
  const { activities } = await ok(lab.get('/stats/activity'))
  expect(activities).toMatchObject([{ action: 'storage.create' }])
})

test('an API token with every permission cannot turn on roles', async () => {
  const { token } = await apiTokens(lab).create()
  expect(await codeOf(lab.post('/roles/turn-on', {}, token))).toBe('permission-denied')
  expect(await me()).toMatchObject({ rolesOn: false })
})

test('with ADMIN_EMAILS, the last administrator of the People page may be deactivated', async () => {
  await turnOnRoles(bySetting)
  await signInAs(bySetting, 'administrator', 'bo')
  await signInAs(bySetting, 'bench', 'ada', 'Ada Lindqvist')
  expect((await bySetting.post('/people/deactivate', { personId: 'bo', reason })).statusCode).toBe(200)
})

test('the events of people and of their tokens hold what was and what is', async () => {
  const bo = await lab.signIn('bo', 'Bo Chen')
  const { id: tokenId } = await apiTokens(lab).create({ permissions: ['sample.read'] }, bo)
  await ok(lab.post('/roles/turn-on', {}))
  for (const role of ['viewer', 'bench'])
    await ok(lab.post('/people/set-role', { personId: 'bo', role, reason }))
  for (const _ of ['once', 'again']) await ok(lab.post('/people/deactivate', { personId: 'bo', reason }))
  const deactivatedAt = testNow.toISOString()
  const { events } = await ok(lab.get('/audit/list', {}))
  const held = events.map(({ action, entityType, entityId, before, after }: AuditEvent) => [
    ...[action, `${entityType} ${entityId}`, before, after],
  ])
  expect(held.filter(([action]: string[]) => /person|revoke/.test(action ?? ''))).toEqual(
    expect.arrayContaining([
      [
        'token.revoke',
        `token ${tokenId}`,
        { name: 'Reader', revokedAt: null },
        { name: 'Reader', revokedAt: deactivatedAt },
      ],
      [
        ...['person.deactivate', 'person bo', { deactivatedAt: null }],
        { deactivatedAt, endedSessions: 1, revokedTokens: 1 },
      ],
      [
        ...['person.set-role', 'person bo', { role: 'viewer', roleFrom: 'given', group: null }],
        { role: 'bench', roleFrom: 'given', group: null },
      ],
    ]),
  )
  expect(held.filter(([action]: string[]) => action === 'person.deactivate')).toHaveLength(1)
})

test('what cannot be done with people is refused word by word', async () => {
  await ok(lab.post('/roles/turn-on', {}))
  expect((await lab.post('/roles/turn-on', {})).json()).toEqual({
    code: 'roles-on-already',
    message: 'Roles are on already.',
  })
  expect((await bySetting.post('/roles/turn-on', {})).json().message).toBe(
    'Roles are on by the setting ADMIN_EMAILS.',
  )
  expect((await lab.post('/people/deactivate', { personId: 'nobody', reason })).json()).toEqual({
    code: 'person-not-found',
    message: 'Nobody has this id.',
    field: 'personId',
  })
  const { person: robot } = await ok(lab.post('/people/create-service', { name: 'Robot' }))
  expect((await lab.post('/people/set-role', { personId: robot.id, role: 'viewer', reason })).json()).toEqual(
    {
      code: 'request-invalid',
      message: 'Robot is a service account: it may do what its tokens say.',
      field: 'personId',
    },
  )
})
