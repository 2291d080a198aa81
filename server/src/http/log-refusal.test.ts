import { expect, test } from 'vitest'
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
