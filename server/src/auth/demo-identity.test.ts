import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { logLines } from '../../test/log-lines.ts'
import { demoIdentity, demoIdentityRoutes } from './demo-identity.ts'

const log = logLines()

test('a demo identity that cannot be created is logged as an error of the server, and tried again', async () => {
  const app = Fastify({ logger: log.logger })
  await app.register(demoIdentityRoutes, { demo: demoIdentity('no address') })

  for (const numTried of [1, 2]) {
    const { statusCode, body } = await app.inject('/demo-identity/.well-known/openid-configuration')
    expect([statusCode, body]).toEqual([
      500,
      'The demo identity could not start. The log of the server says why. Please try again.',
    ])
    const errors = log.all().filter(({ level }) => level === 50)
    expect(errors).toHaveLength(numTried)
    expect(errors.at(-1)).toMatchObject({
      msg: 'the demo identity could not start',
      err: { type: 'AssertionError' },
    })
  }
})
