import type { Person } from '@lims/contract/people.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiTokens, inDays } from '../../test/api-tokens.ts'
import { auditEventsOf } from '../../test/audit-events.ts'
import { openLab } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'

const lab = await openLab()
const tokens = apiTokens(lab)
/** A server whose connection for notifications is lost. */
const other = await lab.startServer({ listen: async () => async () => {} })
const reason = 'leaves the laboratory'
const newToken = { name: 'Kept', permissions: ['sample.read'], expiresAt: inDays(30) }

beforeEach(() => other.sessions.forget())
afterEach(() => vi.restoreAllMocks())

const postToOther = async (path: string, payload: object, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await other.inject({ method: 'POST', url: `/api${path}`, payload, headers })
  return [reply.statusCode, reply.json().code]
}
/** The other server caches who is admitted, and does not look them up again. */
const admitOnOther = async (token: string) => {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const headers = { authorization: `Bearer ${token}` }
  expect((await other.inject({ url: '/api/people/list', headers })).statusCode).toBe(200)
}
const person = async (id: string) => {
  const { people } = (await lab.get('/people/list')).json<{ people: Person[] }>()
  return people.find((one) => one.id === id)
}

const shutOut = [
  { as: 'deactivated', by: '/people/deactivate', body: {}, refusal: [401, 'not-signed-in'] },
  { as: 'demoted', by: '/people/set-role', body: { role: 'bench' }, refusal: [403, 'permission-denied'] },
]

test.each([
  ['/people/deactivate', {}, '/people/reactivate', {}, 401],
  ['/people/set-role', { role: 'bench' }, '/people/set-role', { role: 'administrator' }, 403],
])(
  'a person who lost access by %s does not get it back by a request that waited for it',
  async (path, body, back, giving, status) => {
    await turnOnRoles(lab)
    const bo = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
    const replies = await overlap(lab.db, [
      () => lab.post(path, { personId: 'bo', reason, ...body }),
      () => lab.post(back, { personId: 'bo', reason, ...giving }, bo),
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, status])
    const after = await person('bo')
    expect(after?.deactivatedAt !== null || after.role === 'bench').toBe(true)
  },
)

test.each(shutOut)(
  'an administrator who is $as while their request waits does not shut out another one',
  async ({ by, body, refusal }) => {
    await turnOnRoles(lab)
    const bo = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
    await signInAs(lab, 'administrator', 'cy', 'Cy Okafor')
    const replies = await overlap(lab.db, [
      () => lab.post(by, { personId: 'bo', reason, ...body }),
      () => lab.post(by, { personId: 'ada', reason, ...body }, bo),
    ])
    expect(replies[0]?.statusCode).toBe(200)
    expect([replies[1]?.statusCode, replies[1]?.json().code]).toEqual(refusal)
    expect(await person('ada')).toMatchObject({ role: 'administrator', deactivatedAt: null })
  },
)

test.each([
  ['/people/set-role', { personId: 'eve', role: 'administrator', reason }],
  ['/people/create-service', { name: 'Robot' }],
])('an administrator who is deactivated while %s waits gives nobody access', async (path, body) => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
  await signInAs(lab, 'administrator', 'cy', 'Cy Okafor')
  await signInAs(lab, 'bench', 'eve', 'Eve Adams')
  const replies = await overlap(lab.db, [
    () => lab.post('/people/deactivate', { personId: 'bo', reason }),
    () => lab.post(path, body, bo),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 401])
  const { people } = (await lab.get('/people/list')).json<{ people: Person[] }>()
  expect(people.map(({ name, role }) => `${name} ${role}`)).not.toContain('Eve Adams administrator')
  expect(people.map(({ name }) => name)).not.toContain('Robot')
})

test.each(shutOut)(
  'an administrator who is $as while their erasure of a subject waits erases nobody',
  async ({ by, body, refusal }) => {
    await turnOnRoles(lab)
    const bo = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
    const { id } = await lab.addSample({ subject_id: 'S-9' })
    const erasure = { subjectId: 'S-9', reason: 'withdrew', samples: 'keep' }
    const replies = await overlap(lab.db, [
      () => lab.post(by, { personId: 'bo', reason, ...body }),
      () => lab.post('/subjects/erase', erasure, bo),
    ])
    expect(replies[0]?.statusCode).toBe(200)
    expect([replies[1]?.statusCode, replies[1]?.json().code]).toEqual(refusal)
    expect((await lab.get('/samples/get', { id })).json().sample.subjectId).toBe('S-9')
  },
)

test('a refusal after a demotion says which permission is missing and who can grant it', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
  const [, refused] = await overlap(lab.db, [
    () => lab.post('/people/set-role', { personId: 'bo', role: 'bench', reason }),
    () => lab.post('/people/set-role', { personId: 'bo', role: 'administrator', reason }, bo),
  ])
  expect(refused?.json()).toEqual({
    code: 'permission-denied',
    message: 'You are not allowed to manage people, roles and tokens. Ada Lindqvist can grant it.',
  })
})

test('no token is left of a session that was ended while the token was created', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
  const replies = await overlap(lab.db, [
    () => lab.post('/people/end-sessions', { personId: 'bo' }),
    () => lab.post('/tokens/create', newToken, bo),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 401])
  expect(await person('bo')).toMatchObject({ openSessions: 0, tokens: 0 })
})

const calls: [path: string, body: object][] = [
  ['/people/set-role', { personId: 'eve', role: 'administrator', reason }],
  ['/people/deactivate', { personId: 'eve', reason }],
  ['/people/reactivate', { personId: 'eve', reason }],
  ['/people/end-sessions', { personId: 'eve' }],
  ['/people/create-service', { name: 'Robot' }],
]

test.each(calls.flatMap(([path, body]) => shutOut.map((end) => ({ path, body, end, as: end.as }))))(
  '$path is refused on a server that has not been notified that its caller is $as',
  async ({ path, body, end }) => {
    await turnOnRoles(lab)
    const bo = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
    await signInAs(lab, 'bench', 'eve', 'Eve Adams')
    await admitOnOther(bo)
    await lab.post(end.by, { personId: 'bo', reason, ...end.body })
    expect(await postToOther(path, body, bo)).toEqual(end.refusal)
    expect(await person('eve')).toMatchObject({ role: 'bench', deactivatedAt: null, openSessions: 1 })
  },
)

test('a revoked token that manages people lets nobody in on a server that has not been notified', async () => {
  await turnOnRoles(lab)
  await signInAs(lab, 'bench', 'eve', 'Eve Adams')
  const { token, id } = await tokens.create()
  await admitOnOther(token)
  await lab.post('/tokens/revoke', { id })
  const body = { personId: 'eve', role: 'administrator', reason }
  expect(await postToOther('/people/set-role', body, token)).toEqual([401, 'not-signed-in'])
  expect(await person('eve')).toMatchObject({ role: 'bench' })
})

test('a session that has ended creates no token on a server that has not been notified', async () => {
  const bo = await lab.signIn('bo', 'Bo Chen')
  await admitOnOther(bo)
  await lab.post('/auth/logout', {}, bo)
  expect(await postToOther('/tokens/create', newToken, bo)).toEqual([401, 'not-signed-in'])
  expect(await person('bo')).toMatchObject({ tokens: 0 })
})

test('a session that has ended turns on no roles on a server that has not been notified', async () => {
  const bo = await lab.signIn('bo', 'Bo Chen')
  await admitOnOther(bo)
  await lab.post('/auth/logout', {}, bo)
  expect(await postToOther('/roles/turn-on', {}, bo)).toEqual([401, 'not-signed-in'])
  expect(await auditEventsOf(lab, 'roles.turn-on')).toEqual([])
})

test('a demoted administrator revokes no token of others on a server that has not been notified', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
  const { token, id } = await tokens.create()
  await admitOnOther(bo)
  await lab.post('/people/set-role', { personId: 'bo', role: 'bench', reason })
  expect(await postToOther('/tokens/revoke', { id }, bo)).toEqual([403, 'permission-denied'])
  expect((await lab.get('/samples/list', {}, token)).statusCode).toBe(200)
})
