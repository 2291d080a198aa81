import { randomBytes } from 'node:crypto'
import { errorTexts } from '@lims/contract/errors.ts'
import { tokenPrefix } from '@lims/contract/tokens.ts'
import { expect, test } from 'vitest'
import { apiTokens, inDays } from '../../test/api-tokens.ts'
import { openLab } from '../../test/lab.ts'
import { logLines } from '../../test/log-lines.ts'
import { stopCacheClock } from '../../test/stop-cache-clock.ts'
import { unaudited } from '../../test/unaudited.ts'
import { untilStatus } from '../../test/until-status.ts'
import { readConfig } from '../config.ts'

const provider = {
  OIDC_ISSUER: 'https://issuer.example.org',
  OIDC_CLIENT_ID: 'lims',
  OIDC_ALLOWED_DOMAINS: 'brain.example',
}
const lab = await openLab(provider)
const { create, addServiceAccount, deactivate } = apiTokens(lab)

const log = logLines()
const { logger } = log
const server = await lab.startServer({ logger })
const stricter = await lab.startServer({
  logger,
  config: readConfig({ ...provider, OIDC_ALLOWED_DOMAINS: 'institute.example' }),
})
const elsewhere = await lab.startServer({
  logger,
  config: readConfig({ ...provider, OIDC_ISSUER: 'https://another.example.org' }),
})
const get = (token: string, app = server) =>
  app.inject({ url: '/api/samples/list', headers: { authorization: `Bearer ${token}` } })

const ofRobot = async () => create({ personId: await addServiceAccount('robot') })
type Refused = { token: string; app?: typeof server }
const refusals: [string, () => Promise<Refused>][] = [
  ['with another prefix', async () => ({ token: (await create()).token.replace(tokenPrefix, 'limz_') })],
  ['cut short', async () => ({ token: (await create()).token.slice(0, -1) })],
  ['with a character too many', async () => ({ token: `${(await create()).token}A` })],
  ['of the prefix only', async () => ({ token: tokenPrefix })],
  ['with other signs', async () => ({ token: `${tokenPrefix}' or 1=1 --${'é'.repeat(20)}` })],
  ['that nobody created', async () => ({ token: tokenPrefix + randomBytes(32).toString('base64url') })],
  [
    'in upper case',
    async () => ({ token: (await create()).token.toUpperCase().replace('LIMS_', tokenPrefix) }),
  ],
  [
    'that is expired',
    async () => {
      const { token } = await create({ expiresAt: inDays(1) })
      lab.setNow(new Date(inDays(1)))
      return { token }
    },
  ],
  [
    'that is revoked',
    async () => {
      const { token, id } = await create()
      await lab.post('/tokens/revoke', { id })
      return { token }
    },
  ],
  [
    'of a deactivated person',
    async () => {
      const { token } = await create()
      await deactivate('ada')
      return { token }
    },
  ],
  [
    'of a deactivated service account',
    async () => {
      const { token } = await ofRobot()
      await deactivate('robot')
      return { token }
    },
  ],
  [
    'of a service account whose owner is deactivated',
    async () => {
      const { token } = await ofRobot()
      await deactivate('ada')
      return { token }
    },
  ],
  ['whose owner the settings let in no more', async () => ({ ...(await create()), app: stricter })],
  [
    'of a service account whose owner they let in no more',
    async () => ({ ...(await ofRobot()), app: stricter }),
  ],
  ['whose owner never signed in at this provider', async () => ({ ...(await create()), app: elsewhere })],
]

test.each(refusals)('a token %s is refused with the same words and one line of log', async (_, prepare) => {
  const { token, app } = await prepare()
  const reply = await get(token, app)
  expect(reply.statusCode).toBe(401)
  expect(reply.json()).toEqual({ code: 'not-signed-in', message: errorTexts.notSignedIn })
  expect(log.all()).toMatchObject([
    { refused: 'not-signed-in', method: 'GET', path: '/api/samples/list', reason: errorTexts.notSignedIn },
  ])
  expect(JSON.stringify(log.all())).not.toContain(token)
})

test('each refusal costs one statement of the database, whatever is wrong with the token', async () => {
  const ended = await create({ expiresAt: inDays(1) })
  lab.setNow(new Date(inDays(2)))
  const statements: string[] = []
  const counting = await lab.startServer({
    db: lab.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  })
  for (const token of [
    ended.token,
    `${ended.token}A`,
    'limz_x',
    tokenPrefix,
    randomBytes(32).toString('hex'),
  ]) {
    statements.length = 0
    expect((await get(token, counting)).statusCode).toBe(401)
    expect(statements, token).toEqual(['SelectQueryNode'])
  }
})

test('a token is looked up once a second, and expires within it', async () => {
  const { token } = await create({ expiresAt: inDays(1) })
  // One that started before forgets what it knows when it learns of the new token.
  const later = await lab.startServer({ logger })
  stopCacheClock()
  expect((await get(token, later)).statusCode).toBe(200)
  await unaudited(lab.db, (trx) => trx.deleteFrom('api_token').execute())
  expect((await get(token, later)).statusCode).toBe(200)
  lab.setNow(new Date(inDays(1)))
  expect((await get(token, later)).statusCode).toBe(401)
})

test('a token that is revoked is refused at once by its server, and within a second by every other', async () => {
  const { token, id } = await create()
  stopCacheClock()
  expect((await get(token, lab.app)).statusCode).toBe(200)
  expect((await get(token)).statusCode).toBe(200)

  await lab.post('/tokens/revoke', { id })

  expect((await get(token, lab.app)).statusCode).toBe(401)
  await untilStatus(server, 401, { url: '/api/samples/list', token })
})

test('a token dies within a second of its owner, on every server', async () => {
  const { token } = await create()
  const robot = await ofRobot()
  stopCacheClock()
  for (const one of [token, robot.token]) expect((await get(one)).statusCode).toBe(200)
  await deactivate('ada')
  for (const one of [token, robot.token]) {
    await untilStatus(server, 401, { url: '/api/samples/list', token: one })
  }
})

test('a revocation while the token is looked up is not overlooked', async () => {
  const { token, id } = await create()
  const requests = Array.from({ length: 20 }, () => get(token, lab.app))
  await lab.post('/tokens/revoke', { id })
  await Promise.all(requests)
  expect((await get(token, lab.app)).statusCode).toBe(401)
})

test('a script is not taken for a page of another site', async () => {
  const { token } = await create()
  const headers = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'cross-site', origin: 'null' }
  expect((await server.inject({ url: '/api/samples/list', headers })).statusCode).toBe(200)
})
