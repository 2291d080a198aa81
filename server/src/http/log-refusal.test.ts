import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { logLines } from '../../test/log-lines.ts'

const lab = await openLab()
const log = logLines()
const server = await lab.startServer({ logger: log.logger })

test('A10 a bad token leaves one line, without the token', async () => {
  const authorization = 'Bearer eyJhbGciOiJIUzI1NiJ9.secret.part'
  await server.inject({ url: '/api/samples/list?query=private', headers: { authorization } })
  expect(log.refusals()).toMatchObject([
    { refused: 'not-signed-in', method: 'GET', path: '/api/samples/list', ip: '127.0.0.1' },
  ])
  expect(JSON.stringify(log.all())).not.toMatch(/secret|private/)
})

test('A10 a call without a token leaves none', async () => {
  await server.inject({ url: '/api/samples/list' })
  expect(log.refusals()).toEqual([])
})

test('A10 a refused sign-in leaves one line, without code and state', async () => {
  await server.inject({ url: '/api/auth/login/callback?code=hidden&state=hidden' })
  expect(log.refusals()).toMatchObject([{ refused: 'sign-in-failed', path: '/api/auth/login/callback' }])
  expect(JSON.stringify(log.all())).not.toContain('hidden')
})

test('A10 a rate limit leaves a line', async () => {
  const begin = () =>
    server.inject({ method: 'POST', url: '/api/auth/check-site', remoteAddress: '192.0.2.9' })
  for (let count = 0; count < 301; count++) await begin()
  expect(log.refusals()).toMatchObject([{ refused: 'too-many-requests', ip: '192.0.2.9' }])
})

test('an unexpected error of the database is logged with its code and constraint, without the row', async () => {
  const { id } = await lab.addSample({ subject_id: 'S-417' })
  await sql`alter table sample add constraint is_broken check (visit_id is distinct from 'V-66')`.execute(
    lab.db,
  )
  const reply = await server.inject({
    method: 'POST',
    url: '/api/samples/update',
    headers: { authorization: `Bearer ${lab.token()}` },
    payload: { id, visitId: 'V-66' },
  })
  expect(reply.json().code).toBe('internal')
  expect(log.all().filter(({ err }) => err !== undefined)).toMatchObject([
    { err: { type: 'DatabaseError', code: '23514', constraint: 'is_broken' } },
  ])
  expect(JSON.stringify(log.all())).not.toMatch(/S-417|V-66|Failing row/)
})

test('the request id of an unexpected error leads to one line, however many servers write into the log', async () => {
  await sql`alter table batch rename to former_batch`.execute(lab.db)
  onTestFinished(() => sql`alter table former_batch rename to batch`.execute(lab.db).then(() => {}))
  const servers = [
    await lab.startServer({ logger: log.logger }),
    await lab.startServer({ logger: log.logger }),
  ]
  const fail = async ({ inject }: (typeof servers)[number]) => {
    const reply = await inject({
      url: '/api/batches/list',
      headers: { authorization: `Bearer ${lab.token()}` },
    })
    return reply.json().requestId as string
  }

  const ids = await Promise.all(servers.map(fail))

  for (const id of ids) {
    expect(log.all().filter(({ reqId, err }) => reqId === id && err !== undefined)).toHaveLength(1)
  }
})
