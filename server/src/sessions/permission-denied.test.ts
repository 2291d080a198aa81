import { beforeEach, expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { openLab } from '../../test/lab.ts'
import { logLines } from '../../test/log-lines.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { stopCacheClock } from '../../test/stop-cache-clock.ts'
import { readConfig } from '../config.ts'
import { KnownSessions } from './known-sessions.ts'

const lab = await openLab()
const log = logLines()
const server = await lab.startServer({ logger: log.logger })
beforeEach(() => {
  server.sessions.forget()
})

test.each([
  [[], 'Ada Lindqvist can grant it.'],
  [['Bo Chen'], 'Ada Lindqvist or Bo Chen can grant it.'],
  [['Bo Chen', 'Zoe', 'Cy Holm'], 'Ada Lindqvist, Bo Chen or Cy Holm can grant it.'],
])('a refusal says what was missing and who can grant it, with the administrators %j', async (names, who) => {
  await turnOnRoles(lab)
  for (const name of names) await signInAs(lab, 'administrator', name, name)
  const reply = await lab.post('/batches/delete?id=x', {}, await signInAs(lab, 'bench'))
  expect(reply.statusCode).toBe(403)
  expect(reply.json()).toEqual({
    code: 'permission-denied',
    message: `You are not allowed to delete batches. ${who}`,
  })
})

const bySetting = await openLab({ ADMIN_EMAILS: 'chief@brain.example', DEFAULT_ROLE: 'viewer' })

test('while no administrator has signed in, the refusal names none', async () => {
  expect((await bySetting.post('/samples/receive', { identifier: 'x' })).json().message).toBe(
    'You are not allowed to receive samples. An administrator can grant it.',
  )
})

test('the refusal of an API token names the permission that it needs, and nobody who could grant it', async () => {
  const { token } = await apiTokens(lab).create({ permissions: ['sample.read'] })
  const message = async (path: string, query: Record<string, string> = {}) => {
    const reply = await lab.get(path, query, token)
    expect(reply.statusCode).toBe(403)
    return reply.json().message
  }
  expect(await message('/batches/list')).toBe(
    'This API token is not allowed to see batches. Use one that has the permission batch.read.',
  )
  expect(await message('/samples/list', { subjectId: 'P001' })).toBe(
    'This API token is not allowed to see subject and site IDs, nor to search, sort or edit by them. Use one that has the permission subject.read.',
  )
})

test('a refusal leaves one line with who was refused what', async () => {
  await turnOnRoles(lab)
  const token = await signInAs(lab, 'viewer', 'bo')
  await server.inject({
    method: 'POST',
    url: '/api/samples/delete?id=private',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(log.refusals()).toMatchObject([
    { refused: 'permission-denied', method: 'POST', path: '/api/samples/delete', personId: 'bo' },
  ])
  expect(JSON.stringify(log.all())).not.toContain('private')
})

test('who lacks the permission is refused before the body is read', async () => {
  await turnOnRoles(lab)
  const reply = await lab.app.inject({
    method: 'POST',
    url: '/api/batches/add',
    headers: {
      authorization: `Bearer ${await signInAs(lab, 'viewer')}`,
      'content-type': 'application/json',
    },
    payload: `{"name": "${'x'.repeat(6_000_000)}`,
  })
  expect(reply.statusCode).toBe(403)
})

test('changing the status with other fields needs the permission for the status too', async () => {
  await turnOnRoles(lab)
  const { id } = await lab.addSample()
  const keeper = await signInAs(lab, 'storage-keeper')
  expect((await lab.post('/samples/update', { id, status: 'COLLECTED' }, keeper)).statusCode).toBe(403)
  const bench = await signInAs(lab, 'bench')
  expect((await lab.post('/samples/update', { id, status: 'COLLECTED' }, bench)).statusCode).toBe(200)
})

test('a burst of calls looks up the permissions of a person once a second', async () => {
  await turnOnRoles(lab)
  const token = await signInAs(lab, 'viewer')
  let lookups = 0
  const db = lab.db.withPlugin({
    transformQuery: ({ node }) => {
      lookups += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const sessions = new KnownSessions(readConfig({}))
  stopCacheClock()
  for (let call = 0; call < 100; call++) {
    const found = await sessions.find(db, { id: claims.jti, personId: claims.sub }, new Date(0))
    expect(found?.access.role).toBe('viewer')
  }
  expect(lookups).toBe(1)
})
