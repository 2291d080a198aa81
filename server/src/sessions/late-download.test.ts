import type { KyselyPlugin } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { logLines } from '../../test/log-lines.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { untilStatus } from '../../test/until-status.ts'

const lab = await openLab()
const log = logLines()
const errorLevel = 50

let goOn = Promise.withResolvers<void>()
beforeEach(() => {
  goOn = Promise.withResolvers()
})
/** Reads no sample before the test goes on. */
const pause: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    if (result.rows.some((row) => 'number' in row)) await goOn.promise
    return result
  },
}
const server = await lab.startServer({ db: lab.db.withPlugin(pause), logger: log.logger })

/** Begins a download, and returns what reads the rest of it `seconds` later. */
async function begin(token: string, encoding = 'identity') {
  await lab.addSample({ alias: 'T0000001' })
  const reply = await fetch(`${server.listeningOrigin}/api/samples/export?format=csv`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
  })
  expect(reply.status).toBe(200)
  return async (seconds: number) => {
    lab.setNow(new Date(testNow.getTime() + seconds * 1000))
    goOn.resolve()
    let read = ''
    try {
      for await (const part of reply.body ?? []) read += Buffer.from(part).toString()
      return { read, isBroken: false }
    } catch {
      return { read, isBroken: true }
    }
  }
}

const untilKnown = (statusCode: number, token: string) =>
  untilStatus(server, statusCode, { token, method: 'HEAD', url: '/api/audit/export' })

test('a token that is revoked during a download gets no more of it', async () => {
  const { token, id } = await apiTokens(lab).create()
  const finish = await begin(token)
  await lab.post('/tokens/revoke', { id })
  await untilKnown(401, token)
  expect(await finish(2)).toEqual({ read: expect.stringMatching(/^.*thawCount\r\n$/), isBroken: true })
  expect(log.refusals()).toContainEqual(
    expect.objectContaining({ refused: 'not-signed-in', path: '/api/samples/export' }),
  )
  expect(log.all().filter(({ level }) => Number(level) >= errorLevel)).toEqual([])
})

test('a compressed download is broken off too', async () => {
  const { token, id } = await apiTokens(lab).create()
  const finish = await begin(token, 'gzip')
  await lab.post('/tokens/revoke', { id })
  await untilKnown(401, token)
  expect(await finish(2)).toMatchObject({ isBroken: true })
})

test('who is deactivated during a download gets no more of it', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'study-lead', 'bo', 'Bo Chen')
  const finish = await begin(bo)
  await lab.post('/people/deactivate', { personId: 'bo', reason: 'as agreed' })
  await untilKnown(401, bo)
  expect(await finish(2)).toEqual({ read: expect.stringMatching(/^.*thawCount\r\n$/), isBroken: true })
})

test('who may not see subjects any more gets no more of a download that began with them', async () => {
  const { setRole } = apiTokens(lab)
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'study-lead', 'bo', 'Bo Chen')
  const finish = await begin(bo)
  await setRole('bo', 'bench')
  await untilKnown(403, bo)
  expect(await finish(2)).toEqual({ read: expect.stringMatching(/^.*thawCount\r\n$/), isBroken: true })
  expect(log.refusals()).toContainEqual(
    expect.objectContaining({ refused: 'permission-denied', path: '/api/samples/export' }),
  )
})

test('a slow download of somebody who is still signed in is complete', async () => {
  const { token } = await apiTokens(lab).create()
  const finish = await begin(token)
  expect(await finish(90)).toEqual({ read: expect.stringContaining('T0000001'), isBroken: false })
})

test('a slow download without subjects, of somebody who may not see them, is complete', async () => {
  await turnOnRoles(lab)
  const finish = await begin(await signInAs(lab, 'bench', 'bo', 'Bo Chen'))
  expect(await finish(90)).toMatchObject({ isBroken: false })
})
