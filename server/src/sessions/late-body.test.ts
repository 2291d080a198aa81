import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { untilStatus } from '../../test/until-status.ts'

const lab = await openLab()
const other = await lab.startServer()
const reason = 'as agreed'
const batch = { name: 'Study', description: 'Plasma', numSamples: 1, tubeType: 'EDTA' }

/** Sends the headers of a request, and returns what sends its body `seconds` later and reads the reply. */
async function begin(token: string) {
  const arrived = once(other.server, 'request')
  const sending = request(`${other.listeningOrigin}/api/batches/add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  // The reply may come before the body is sent.
  const replied = once(sending, 'response')
  sending.flushHeaders()
  await arrived
  await untilKnown(200, token)
  return async (seconds: number) => {
    lab.setNow(new Date(testNow.getTime() + seconds * 1000))
    sending.end(JSON.stringify(batch))
    const [reply] = await replied
    return { status: reply.statusCode, code: JSON.parse(await text(reply)).code }
  }
}

const untilKnown = (statusCode: number, token: string, url = '/api/samples/list') =>
  untilStatus(other, statusCode, { token, url })
const batches = () => lab.db.selectFrom('batch').select('name').execute()

test('a token that is revoked while a body is sent writes nothing', async () => {
  const { token, id } = await apiTokens(lab).create()
  const finish = await begin(token)
  await lab.post('/tokens/revoke', { id })
  await untilKnown(401, token)
  expect(await finish(2)).toEqual({ status: 401, code: 'not-signed-in' })
  expect(await batches()).toEqual([])
})

test('who loses a permission while a body is sent writes nothing', async () => {
  await turnOnRoles(lab)
  const bo = await signInAs(lab, 'study-lead', 'bo', 'Bo Chen')
  const finish = await begin(bo)
  await lab.post('/people/set-role', { personId: 'bo', role: 'viewer', reason })
  await untilKnown(403, bo, '/api/audit/list')
  expect(await finish(2)).toEqual({ status: 403, code: 'permission-denied' })
  expect(await batches()).toEqual([])
})

test('a slow body of somebody who is still signed in is accepted', async () => {
  const { token } = await apiTokens(lab).create()
  const finish = await begin(token)
  expect(await finish(90)).toMatchObject({ status: 200 })
  expect(await batches()).toHaveLength(1)
})
