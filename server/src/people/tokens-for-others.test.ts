import type { Person } from '@lims/contract/people.ts'
import type { Role } from '@lims/contract/permissions.ts'
import { expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { auditEventsOf } from '../../test/audit-events.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { unaudited } from '../../test/unaudited.ts'
import { assignProviderRole } from '../sessions/assign-provider-role.ts'

const lab = await openLab()
const { request, create, addServiceAccount, setRole } = apiTokens(lab)
const reason = 'leaves the laboratory'
const statusWith = async (token: string) => (await lab.get('/samples/list', {}, token)).statusCode
const permissions = ['sample.read', 'token.create', 'people.manage'] as const

/**
 * Bo, an administrator, has created tokens: for Ada's service account in the browser and with a token of his own, and
 * with the first of these another; for himself; and for a service account of his own.
 */
async function openTokensOfBo() {
  await turnOnRoles(lab)
  const session = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
  await addServiceAccount('arm')
  await addServiceAccount('deck', 'bo')
  const inBrowser = await create({ name: 'in the browser', permissions, personId: 'arm' }, session)
  const own = await create({ name: 'own', permissions }, session)
  const others = [
    inBrowser,
    await create({ name: 'with a token', permissions, personId: 'arm', expiresAt: soon }, own.token),
    await create({ name: 'with the first', permissions, expiresAt: soon }, inBrowser.token),
  ]
  const ofDeck = await create({ name: 'deck', permissions, personId: 'deck' }, session)
  const { token: ofAda } = await create({ name: 'of Ada', permissions, personId: 'arm' })
  return { session, ofOthers: others.map(({ token }) => token), own: [own.token, ofDeck.token], ofAda }
}
const soon = minutesLater(60).toISOString()

const people = async () => (await lab.get('/people/list')).json<{ people: Person[] }>().people
const setRoleOfBo = (role: Role) => lab.post('/people/set-role', { personId: 'bo', role, reason })
const revoked = async () =>
  (await auditEventsOf(lab, 'token.revoke')).map(({ person_id, after, reason: why }) => [
    person_id,
    after?.name,
    why,
  ])

test('a deactivation ends what the person has created for service accounts of others', async () => {
  const { ofOthers, own, ofAda } = await openTokensOfBo()
  const reply = await lab.post('/people/deactivate', { personId: 'bo', reason })
  expect(reply.json().person).toMatchObject({ tokens: 0, tokensForOthers: [] })
  for (const token of [...ofOthers, ...own]) expect(await statusWith(token)).toBe(401)
  expect(await statusWith(ofAda)).toBe(200)
})

test('who may manage people no longer loses what they created for service accounts of others', async () => {
  const { ofOthers, own, ofAda } = await openTokensOfBo()

  const reply = await setRoleOfBo('study-lead')

  expect(reply.json().person).toMatchObject({ tokens: 1, tokensForOthers: [] })
  for (const token of ofOthers) expect(await statusWith(token)).toBe(401)
  for (const token of [...own, ofAda]) expect(await statusWith(token)).toBe(200)
  expect(await revoked()).toEqual(
    expect.arrayContaining(
      ['in the browser', 'with a token', 'with the first'].map((name) => ['ada', name, reason]),
    ),
  )
  expect(await revoked()).toHaveLength(3)
})

test('a role between those that do not manage people ends no token', async () => {
  const { ofOthers } = await openTokensOfBo()
  await setRole('bo', 'study-lead')
  expect((await setRoleOfBo('viewer')).statusCode).toBe(200)
  for (const token of ofOthers) expect(await statusWith(token)).toBe(200)
})

test.each([
  [true, [], 401],
  [true, ['chief@brain.example', 'bo@brain.example'], 200],
  [false, [], 200],
])(
  'groups that take the administrator away end them too: roles on %s, ADMIN_EMAILS %j',
  async (areOn, adminEmails, status) => {
    const { ofOthers } = await openTokensOfBo()
    if (!areOn) await unaudited(lab.db, (trx) => trx.deleteFrom('roles_state').execute())
    const person = {
      id: 'bo',
      email: 'bo@brain.example',
      role: 'administrator',
      roleFrom: 'provider',
      group: 'admins',
    } as const
    const access = { adminEmails, defaultRole: 'bench', roleOfGroup: new Map() } as const
    await lab.db
      .transaction()
      .execute((trx) => assignProviderRole(trx, person, { groups: [], access, at: testNow }))
    lab.app.sessions.forget()
    for (const token of ofOthers) expect(await statusWith(token)).toBe(status)
    expect(await revoked()).toHaveLength(status === 401 ? 3 : 0)
  },
)

test('a person is listed with how many tokens they have created for each service account of others', async () => {
  await openTokensOfBo()
  const listed = await people()
  expect(listed.map(({ id, tokensForOthers }) => [id, tokensForOthers])).toEqual(
    expect.arrayContaining([
      ['ada', []],
      ['bo', [{ id: 'arm', name: 'Service arm', tokens: 3 }]],
      ['arm', []],
      ['deck', []],
    ]),
  )
})

test('a service account is listed with the tokens that its deactivation ends, also those of its owner', async () => {
  const { session, ofAda } = await openTokensOfBo()
  await addServiceAccount('loggers', 'bo')
  const deck = await create({ name: 'deck', permissions, personId: 'deck' }, session)
  const wanted = { permissions, expiresAt: soon }
  const forLoggers = await create({ ...wanted, personId: 'loggers' }, deck.token)
  const made = [
    forLoggers,
    await create({ ...wanted, personId: 'loggers' }, forLoggers.token),
    await create({ ...wanted, personId: 'arm' }, deck.token),
    await create(wanted, deck.token),
  ]

  const listed = await people()
  const ofAccount = (account: string) => listed.find(({ id }) => id === account)?.tokensForOthers
  expect(ofAccount('deck')).toEqual([
    { id: 'arm', name: 'Service arm', tokens: 1 },
    { id: 'loggers', name: 'Service loggers', tokens: 2 },
  ])
  expect(ofAccount('bo')).toEqual([{ id: 'arm', name: 'Service arm', tokens: 4 }])

  expect((await lab.post('/people/deactivate', { personId: 'deck', reason })).statusCode).toBe(200)
  for (const { token } of made) expect(await statusWith(token)).toBe(401)
  expect(await statusWith(ofAda)).toBe(200)
})

test.each(['/people/deactivate', '/people/set-role'])(
  'no token for the service account of another outlives %s at the moment of its creation',
  async (path) => {
    await turnOnRoles(lab)
    const session = await signInAs(lab, 'administrator', 'bo', 'Bo Chen')
    const { token: own } = await create({ permissions }, session)
    await addServiceAccount('arm')
    const made = [session, own, session, own].map((caller) =>
      request({ permissions: ['sample.read'], personId: 'arm', expiresAt: soon }, caller),
    )
    const role = path === '/people/set-role' ? { role: 'viewer' } : {}
    const [change, ...replies] = await Promise.all([
      lab.post(path, { personId: 'bo', reason, ...role }),
      ...made,
    ])
    expect(change.statusCode).toBe(200)
    for (const reply of replies) {
      if (reply.statusCode === 200) expect(await statusWith(reply.json().token)).toBe(401)
    }
  },
)
