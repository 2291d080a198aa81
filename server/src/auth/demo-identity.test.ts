import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { logLines } from '../../test/log-lines.ts'
import { demoIdentity, demoIdentityRoutes } from './demo-identity.ts'

const generateKeyPair = vi.hoisted(() => vi.fn())
vi.mock('jose', async (load) => {
  const jose = await load<typeof import('jose')>()
  return { ...jose, generateKeyPair: generateKeyPair.mockImplementation(jose.generateKeyPair) }
})

const log = logLines()

test('a demo identity that cannot be created is logged as an error of the server, and tried again', async () => {
  const app = Fastify({ logger: log.logger })
  await app.register(demoIdentityRoutes, { demo: demoIdentity('http://127.0.0.1:3000') })
  const read = () => app.inject('/demo-identity/.well-known/openid-configuration')

  generateKeyPair.mockRejectedValueOnce(new Error('No more memory'))
  const { statusCode, body } = await read()
  expect([statusCode, body]).toEqual([
    500,
    'The demo identity could not start. The log of the server says why. Please try again.',
  ])
  expect(log.all()).toContainEqual(
    expect.objectContaining({
      level: 50,
      msg: 'the demo identity could not start',
      err: expect.objectContaining({ message: 'No more memory' }),
    }),
  )
  expect((await read()).statusCode).toBe(200)
})
