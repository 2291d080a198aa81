import { createHash, randomUUID } from 'node:crypto'
import { errorTexts } from '@lims/contract/errors.ts'
import type { ApiToken } from '@lims/contract/tokens.ts'
import { maxOpenTokensPerPerson, tokenPrefix } from '@lims/contract/tokens.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { apiTokens, inDays } from '../../test/api-tokens.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { logLines } from '../../test/log-lines.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { stopCacheClock } from '../../test/stop-cache-clock.ts'
import { untilStatus } from '../../test/until-status.ts'
import { updateTokenUse } from '../sessions/known-token-queries.ts'

const lab = await openLab()
const { request, create, setRole, addServiceAccount, deactivate } = apiTokens(lab)
const log = logLines()
const server = await lab.startServer({ logger: log.logger })

const list = async (query: Record<string, string> = {}, caller?: string) =>
  (await lab.get('/tokens/list', query, caller)).json<{ tokens: ApiToken[] }>().tokens
const statusWith = async (token: string) => (await lab.get('/samples/list', {}, token)).statusCode
const events = () =>
  lab.db.selectFrom('audit_event').selectAll().where('action', 'like', 'token.%').orderBy('id').execute()

test('a token is created, used, listed and revoked, and refused from then on', async () => {
  const { token, id } = await create({ name: ' Rack reader ', permissions: ['sample.read', 'export'] })
  expect(token).toMatch(/^lims_[A-Za-z0-9_-]{43}$/)
  expect(await statusWith(token)).toBe(200)
  await vi.waitFor(async () => expect((await list())[0]?.lastUsedAt).not.toBeNull(), { timeout: 20_000 })
  expect(await list()).toEqual([
    {
      id,
      name: 'Rack reader',
      person: { id: 'ada', name: 'Ada Lindqvist' },
      createdWith: null,
      permissions: ['sample.read', 'export'],
      createdAt: testNow.toISOString(),
      expiresAt: inDays(30),
      revokedAt: null,
      lastUsedAt: testNow.toISOString(),
      lastUsedFrom: '127.0.0.1',
    },
  ])

  for (const _ of [1, 2]) {
    expect((await lab.post('/tokens/revoke', { id })).json()).toEqual({ success: true })
    expect(await statusWith(token)).toBe(401)
  }
  expect(await list()).toMatchObject([{ id, revokedAt: testNow.toISOString() }])
  expect(await events()).toMatchObject([
    {
      action: 'token.create',
      entity_type: 'token',
      entity_id: id,
      before: null,
      after: {
        name: 'Rack reader',
        personId: 'ada',
        permissions: ['sample.read', 'export'],
        expiresAt: inDays(30),
      },
    },
    {
      action: 'token.revoke',
      entity_id: id,
      before: { revokedAt: null },
      after: { revokedAt: testNow.toISOString() },
    },
  ])
})

test('the database holds the hash of a token only, in no table the token itself', async () => {
  const headers = { 'idempotency-key': 'once' }
  const body = { name: 'Reader', permissions: ['sample.read'], expiresAt: inDays(1) }
  const { token } = (await lab.post('/tokens/create', body, lab.token(), headers)).json()
  expect(await statusWith(token)).toBe(200)
  await lab.post('/batches/add', { name: 'B', description: 'b', numSamples: 1, tubeType: 'EDTA' }, token)

  const dump = await dumpRows()
  const places = (text: string) => dump.filter(([, row]) => row.includes(text)).map(([table]) => table)
  expect(places(createHash('sha256').update(token).digest('hex'))).toEqual(['api_token'])
  expect(places(token.slice(tokenPrefix.length))).toEqual([])
  expect(places(Buffer.from(token).toString('hex'))).toEqual([])
})

/** Every row of every table, as text. */
async function dumpRows(): Promise<[table: string, row: string][]> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
  `.execute(lab.db)
  const each = tables.rows.map(async ({ name }) => {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
      lab.db,
    )
    return rows.map(({ row }): [string, string] => [name, row])
  })
  return (await Promise.all(each)).flat()
}

test('a repeated request creates one token, and shows it once', async () => {
  const body = { name: 'Reader', permissions: ['sample.read'], expiresAt: inDays(1) }
  const send = () => lab.post('/tokens/create', body, lab.token(), { 'idempotency-key': 'k' })
  const first = await send()
  const second = await send()
  expect(first.statusCode).toBe(200)
  expect([second.statusCode, second.json().code]).toEqual([409, 'idempotency-key-reused'])
  expect(second.body).not.toContain(first.json().token)
  expect(await list()).toHaveLength(1)
})

test.each([
  [testNow.toISOString(), 'expiresAt must be in the future'],
  [inDays(-1), 'expiresAt must be in the future'],
  [inDays(366.001), 'expiresAt must be at most a year ahead'],
])('an end at %s is refused', async (expiresAt, message) => {
  const reply = await request({ expiresAt })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ code: 'request-invalid', message, field: 'expiresAt' })
})

test('a permission that the caller does not have is refused and named', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'bench', 'bo')
  const reply = await request({ permissions: ['sample.read', 'sample.delete', 'audit.read'] }, bo)
  expect(reply.statusCode).toBe(403)
  expect(reply.json()).toMatchObject({
    code: 'permission-denied',
    message:
      'A token can do nothing that you are not allowed to: delete samples (sample.delete), read the audit trail (audit.read).',
  })
  expect(await list({}, bo)).toEqual([])
})

test('one person has at most 100 open tokens, also when they are created at once; an ended one makes room', async () => {
  const one = { permissions: ['sample.read'] } as const
  const made = await Promise.all(Array.from({ length: maxOpenTokensPerPerson + 5 }, () => request(one)))
  const [first] = made.filter(({ statusCode }) => statusCode === 200)
  expect(made.filter(({ statusCode }) => statusCode === 200)).toHaveLength(maxOpenTokensPerPerson)
  expect((await request(one)).json()).toMatchObject({ code: 'request-invalid' })
  await lab.post('/tokens/revoke', { id: first?.json().id })
  expect((await request(one)).statusCode).toBe(200)
})

test('tokens of other people are neither listed nor revoked without the permission to manage people', async () => {
  const { id } = await create()
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'bench', 'bo')
  const { id: own } = await create({ permissions: ['sample.read'] }, bo)

  expect((await list({}, bo)).map((token) => token.id)).toEqual([own])
  expect((await lab.get('/tokens/list', { all: 'true' }, bo)).statusCode).toBe(403)
  const refused = await lab.post('/tokens/revoke', { id }, bo)
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'token-not-found'])

  expect((await list({ all: 'true' })).map((token) => token.person.id).sort()).toEqual(['ada', 'bo'])
  expect((await lab.post('/tokens/revoke', { id: own })).statusCode).toBe(200)
  expect((await list({}, bo))[0]?.revokedAt).not.toBeNull()
})

test('a person whose role was reduced to viewer sees and revokes their own tokens, and creates none', async () => {
  const { id, token } = await create({ permissions: ['sample.read', 'token.create'] })
  await turnOnRoles(lab)
  await signInAs(lab, 'administrator', 'chief')
  await setRole('ada', 'viewer')
  lab.app.sessions.forget()
  expect((await list()).map((each) => each.id)).toEqual([id])
  expect((await lab.get('/tokens/list', { all: 'true' })).statusCode).toBe(403)
  expect((await request({ permissions: ['sample.read'] })).json()).toMatchObject({
    code: 'permission-denied',
  })
  // Who finds the token of a viewer must not learn of the others, nor end them.
  expect((await lab.get('/tokens/list', {}, token)).json()).toMatchObject({ code: 'permission-denied' })
  expect((await lab.post('/tokens/revoke', { id }, token)).statusCode).toBe(403)
  expect((await lab.post('/tokens/revoke', { id })).json()).toEqual({ success: true })
  expect(await statusWith(token)).toBe(401)
})

test('a token of a service account can do what its owner and its own list allow', async () => {
  await turnOnRoles(lab)
  await signInAs(lab, 'administrator', 'chief')
  const robot = await addServiceAccount('robot')
  const { token } = await create({ personId: robot, permissions: ['sample.read', 'sample.delete'] })

  const { id } = await lab.addSample()
  expect((await lab.get('/samples/get', { id }, token)).statusCode).toBe(200)
  expect((await lab.get('/batches/list', {}, token)).statusCode).toBe(403)
  expect((await list()).map(({ person }) => person)).toEqual([{ id: 'robot', name: 'Service robot' }])

  const url = `/api/samples/delete?id=${randomUUID()}`
  const remove = { method: 'POST', url, payload: { reason: 'broken' }, token } as const
  stopCacheClock()
  await untilStatus(lab.app, 404, remove)
  await setRole('ada', 'bench')
  await untilStatus(lab.app, 403, remove)
  expect((await lab.get('/samples/get', { id }, token)).statusCode).toBe(200)
})

test('only the owner of a service account and who manages people create tokens for it', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'bench', 'bo')
  await addServiceAccount('robot', 'ada')
  await addServiceAccount('arm', 'bo')
  const permissions = ['sample.read'] as const

  expect((await request({ personId: 'arm', permissions }, bo)).statusCode).toBe(200)
  expect((await request({ personId: 'arm', permissions })).statusCode).toBe(200)
  for (const personId of ['robot', 'ada', 'nobody']) {
    const refused = await request({ personId, permissions }, bo)
    expect([refused.statusCode, refused.json().code], personId).toEqual([404, 'person-not-found'])
  }
  expect((await request({ personId: 'bo', permissions })).json().code).toBe('person-not-found')
})

test('no token is created for a service account whose owner was deactivated, since it would not work', async () => {
  await turnOnRoles(lab)
  const chief = await signInAs(lab, 'administrator', 'chief')
  await signInAs(lab, 'bench', 'bo')
  await addServiceAccount('arm', 'bo')
  const permissions = ['sample.read'] as const
  expect((await request({ personId: 'arm', permissions }, chief)).statusCode).toBe(200)
  await deactivate('bo')
  const refused = await request({ personId: 'arm', permissions }, chief)
  expect([refused.statusCode, refused.json().field]).toEqual([400, 'personId'])
  expect(refused.json().message).toContain('who was deactivated: its tokens would not work')
})

test('a token creates tokens only with its own permissions, and not beyond its own end', async () => {
  const { token: reader } = await create({ permissions: ['sample.read'] })
  expect((await request({ permissions: ['sample.read'] }, reader)).statusCode).toBe(403)

  const { token: maker } = await create({
    permissions: ['sample.read', 'token.create'],
    expiresAt: inDays(10),
  })
  const refused = await request({ permissions: ['sample.read', 'batch.read'], expiresAt: inDays(5) }, maker)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'permission-denied'])
  const tooLong = await request({ permissions: ['sample.read'], expiresAt: inDays(10.5) }, maker)
  expect(tooLong.json()).toMatchObject({ code: 'request-invalid', field: 'expiresAt' })
  const { token } = await create({ permissions: ['sample.read'], expiresAt: inDays(10) }, maker)
  expect(await statusWith(token)).toBe(200)
})

test('revoking a token ends those that were created with it, also by these, and no other', async () => {
  const permissions = ['sample.read', 'token.create'] as const
  const leaked = await create({ name: 'Plate reader', permissions })
  const child = await create({ permissions, expiresAt: inDays(20) }, leaked.token)
  await addServiceAccount('arm')
  const grandchild = await create({ permissions, expiresAt: inDays(20), personId: 'arm' }, child.token)
  const other = await create({ permissions })
  expect(await list()).toContainEqual(
    expect.objectContaining({ id: child.id, createdWith: { id: leaked.id, name: 'Plate reader' } }),
  )

  await lab.post('/tokens/revoke', { id: leaked.id })

  for (const { token } of [leaked, child, grandchild]) expect(await statusWith(token)).toBe(401)
  expect(await statusWith(other.token)).toBe(200)
  const revoked = (await events()).filter(({ action }) => action === 'token.revoke')
  expect(revoked.map(({ entity_id }) => entity_id).sort()).toEqual(
    [leaked.id, child.id, grandchild.id].sort(),
  )
})

test('deactivating a person ends what their tokens have created for the service accounts of others', async () => {
  await turnOnRoles(lab)
  await signInAs(lab, 'administrator', 'bo')
  await addServiceAccount('arm', 'ada')
  const { token: maker } = await create({}, await lab.signIn('bo', 'Bo Chen'))
  const { token } = await create({ permissions: ['sample.read'], personId: 'arm' }, maker)
  expect(await statusWith(token)).toBe(200)
  await lab.post('/people/deactivate', { personId: 'bo', reason: 'has left' })
  expect(await statusWith(token)).toBe(401)
})

test('no token that is being created with another outlives its revocation at that moment', async () => {
  const { token: maker, id } = await create({ permissions: ['sample.read', 'token.create'] })
  const [, ...made] = await Promise.all([
    lab.post('/tokens/revoke', { id }),
    ...Array.from({ length: 5 }, () => request({ permissions: ['sample.read'] }, maker)),
  ])
  const tokens = made.flatMap((reply) => (reply.statusCode === 200 ? [reply.json().token] : []))
  for (const token of tokens) expect(await statusWith(token)).toBe(401)
})

test('an audit event of a token names the token beside the person', async () => {
  const { token, id } = await create()
  const sample = await lab.addSample()
  expect((await lab.post('/samples/receive', { identifier: sample.id }, token)).statusCode).toBe(200)
  expect((await lab.post('/samples/update', { id: sample.id, notes: 'clear' }, token)).statusCode).toBe(200)
  const events = await lab.db
    .selectFrom('audit_event')
    .select(['action', 'person_id', 'token_id'])
    .where('entity_id', '=', sample.id)
    .orderBy('id')
    .execute()
  expect(events).toEqual(
    ['sample.receive', 'sample.update'].map((action) => ({ action, person_id: 'ada', token_id: id })),
  )
})

test('a scan that a token sends later may be a day old, and not more', async () => {
  const { token } = await create({ permissions: ['sample.receive'] })
  const [one, other] = [await lab.addSample(), await lab.addSample()]
  const receive = (identifier: string, scannedAt: string) =>
    lab.post('/samples/receive', { identifier, scannedAt }, token)
  const refused = await receive(one.id, inDays(-1.0001))
  expect(refused.json()).toMatchObject({
    message: 'scannedAt must not be more than a day ago',
    field: 'scannedAt',
  })
  expect((await receive(other.id, inDays(-1))).json().sample.receivedTimestamp).toBe(inDays(-1))
})

test('a token cannot log out, and works afterwards', async () => {
  const { token } = await create()
  const reply = await lab.post('/auth/logout', {}, token)
  expect([reply.statusCode, reply.json().code]).toEqual([403, 'permission-denied'])
  expect(await statusWith(token)).toBe(200)
})

test('HEAD of a call is allowed for a token where GET is', async () => {
  const { token } = await create()
  for (const url of ['/api/auth/me', '/api/live', '/api/samples/list']) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await lab.app.inject({ method: 'HEAD', url, headers })).statusCode, url).toBe(200)
  }
})

test('a use is saved to the minute, once a minute, and delays no request', async () => {
  const { token, id } = await create()
  const lastUse = () =>
    lab.db.selectFrom('api_token').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow()
  const waitFor = (iso: string) =>
    vi.waitFor(async () => expect((await lastUse()).last_used_at?.toISOString()).toBe(iso), 20_000)
  lab.setNow(new Date('2026-11-20T10:00:59.900Z'))
  await statusWith(token)
  await waitFor('2026-11-20T10:00:00.000Z')
  lab.setNow(new Date('2026-11-20T10:01:00.100Z'))

  await lab.db.transaction().execute(async (trx) => {
    await trx.selectFrom('api_token').selectAll().where('id', '=', id).forUpdate().execute()
    expect(await statusWith(token)).toBe(200)
    expect((await lastUse()).last_used_at?.toISOString()).toBe('2026-11-20T10:00:00.000Z')
  })
  await waitFor('2026-11-20T10:01:00.000Z')
})

/** Returns a function that uses a token from an address, some seconds after 10:00. */
const usesOf =
  (token: string, app = server) =>
  async (remoteAddress: string, second: number) => {
    lab.setNow(new Date(Date.UTC(2026, 10, 20, 10, 0, second)))
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.inject({ url: '/api/samples/list', remoteAddress, headers })).statusCode).toBe(200)
  }
const changesOfAddress = (tokenId: string) =>
  log
    .all()
    .filter((line) => line.msg === 'an API token is used from another address' && line.tokenId === tokenId)

test('addresses from which a token is used in quick succession are a line in the log each', async () => {
  const { token, id } = await create()
  // One that started before may learn of the new token only now, and forget the first address before it is saved.
  const later = await lab.startServer({ logger: log.logger })
  const useFrom = usesOf(token, later)
  for (const address of ['10.0.0.5', '10.0.0.6', '10.0.0.7']) await useFrom(address, 0)
  expect(changesOfAddress(id)).toMatchObject([
    { ip: '10.0.0.6', before: '10.0.0.5' },
    { ip: '10.0.0.7', before: '10.0.0.6' },
  ])
})

test('a use from another address in the same minute is saved too, once, and is a line in the log', async () => {
  const { token, id } = await create()
  const useFrom = usesOf(token)
  const waitForAddress = (lastUsedFrom: string) =>
    vi.waitFor(async () => expect(await list()).toMatchObject([{ lastUsedFrom }]), 20_000)
  await useFrom('10.0.0.5', 0)
  await waitForAddress('10.0.0.5')
  await useFrom('203.0.113.9', 5)
  await waitForAddress('203.0.113.9')
  // The robot calls again in this minute, and does not cover the other one.
  await useFrom('10.0.0.5', 10)
  await useFrom('203.0.113.9', 15)
  expect(changesOfAddress(id)).toMatchObject([{ ip: '203.0.113.9', before: '10.0.0.5' }])
  expect(await list()).toMatchObject([{ lastUsedFrom: '203.0.113.9' }])
  await useFrom('10.0.0.5', 60)
  await waitForAddress('10.0.0.5')
})

test('a use in a minute that another server has saved is saved only for another address', async () => {
  const { id } = await create()
  const save = (address: string, minute: string) =>
    updateTokenUse(lab.db, { id, minute: new Date(`2026-11-20T10:${minute}:00.000Z`), address })
  const version = async () =>
    (await sql<{ xmin: string }>`select xmin::text from api_token where id = ${id}`.execute(lab.db)).rows
  await save('192.0.2.1', '05')
  const saved = await version()
  await save('192.0.2.1', '05')
  await save('192.0.2.9', '04')
  expect(await version()).toEqual(saved)
  await save('192.0.2.2', '05')
  expect(await list()).toMatchObject([{ lastUsedAt: '2026-11-20T10:05:00.000Z', lastUsedFrom: '192.0.2.2' }])
})

test('a refusal of a token is worded like any other', async () => {
  const { token, id } = await create()
  await lab.post('/tokens/revoke', { id })
  const reply = await lab.get('/samples/list', {}, token)
  expect(reply.json()).toEqual({ code: 'not-signed-in', message: errorTexts.notSignedIn })
})
