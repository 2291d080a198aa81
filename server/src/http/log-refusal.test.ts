import { Writable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
let lines: Record<string, unknown>[] = []
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(JSON.parse(chunk.toString()))
    done()
  },
})
const server = await lab.startServer({ logger: { level: 'info', stream } })
beforeEach(() => {
  lines = []
})
const refusals = () => lines.filter(({ refused }) => refused !== undefined)

test('A10 a bad token leaves one line, without the token', async () => {
  const authorization = 'Bearer eyJhbGciOiJIUzI1NiJ9.secret.part'
  await server.inject({ url: '/api/samples/list?query=private', headers: { authorization } })
  expect(refusals()).toMatchObject([
    { refused: 'not-signed-in', method: 'GET', path: '/api/samples/list', ip: '127.0.0.1' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/secret|private/)
})

test('A10 a call without a token leaves none', async () => {
  await server.inject({ url: '/api/samples/list' })
  expect(refusals()).toEqual([])
})

test('A10 a refused sign-in leaves one line, without code and state', async () => {
  await server.inject({ url: '/api/auth/login/callback?code=hidden&state=hidden' })
  expect(refusals()).toMatchObject([{ refused: 'sign-in-failed', path: '/api/auth/login/callback' }])
  expect(JSON.stringify(lines)).not.toContain('hidden')
})

test('A10 a rate limit leaves a line', async () => {
  const begin = () =>
    server.inject({ method: 'POST', url: '/api/auth/check-site', remoteAddress: '192.0.2.9' })
  for (let count = 0; count < 301; count++) await begin()
  expect(refusals()).toMatchObject([{ refused: 'too-many-requests', ip: '192.0.2.9' }])
})
