import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { keepBrowserSecret } from './browser-secret.ts'

test('A13 over https the cookie is one that no other host can set', async () => {
  const app = Fastify()
  await app.register(cookie)
  app.get('/', async (request, reply) => keepBrowserSecret(request, reply, true))
  const reply = await app.inject({ url: '/', headers: { cookie: `lims-sign-in=${'p'.repeat(43)}` } })
  expect(reply.cookies).toEqual([
    expect.objectContaining({ name: '__Host-lims-sign-in', value: reply.body, path: '/', secure: true }),
  ])
})
