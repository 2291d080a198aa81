import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { handleError } from './error-handler.ts'
import { addressToRoute, serveWeb } from './serve-web.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'lims-web-'))
writeFileSync(path.join(folder, 'index.html'), '<title>LIMS</title>')

const app = Fastify({ frameworkErrors: handleError, rewriteUrl: addressToRoute })
await serveWeb(app, folder)

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test.each(['/', '/samples/1', '/samples/%FF', '/%zz?page=2', '/samples/%25FF'])(
  'the browser gets the page at %s, also if the address is malformed',
  async (url) => {
    const reply = await app.inject({ url })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toBe('<title>LIMS</title>')
  },
)

test.each(['/api/samples/%FF', '/assets/%FF'])('%s is refused as malformed', async (url) => {
  const reply = await app.inject({ url })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({ code: 'request-invalid', message: 'The address is malformed.' })
})
