import { allEndpoints } from '@lims/contract/api.ts'
import type { Endpoint } from '@lims/contract/endpoint.ts'
import { ErrorReply } from '@lims/contract/errors.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectWithin } from '../../../tools/test/compare-times.ts'
import { arbitraryRequest } from '../../test/arbitrary-request.ts'
import { boundedRequests } from '../../test/bounded-input.ts'
import { watchWrites } from '../../test/contents.ts'
import { openLab } from '../../test/lab.ts'
import { isStream, walkedCalls } from '../../test/walked-calls.ts'

const lab = await openLab()
const watch = await watchWrites(lab.db)
const { paths } = (await lab.app.inject('/api/openapi.json')).json<{
  paths: Record<string, Record<string, { responses: object }>>
}>()

const asQuery = (query: unknown) =>
  Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    [value]
      .flat()
      .map((one): [string, string] => [name, typeof one === 'string' ? one : JSON.stringify(one)]),
  )

function send(
  { method, path, takesFile }: Endpoint,
  { query, body }: { query?: unknown; body?: unknown },
  token: string,
) {
  const type = takesFile ? 'application/octet-stream' : 'application/json'
  return lab.app.inject({
    method,
    url: `/api${path}?${new URLSearchParams(asQuery(query))}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
}

test('a write between two requests is noticed, with triggers enabled and disabled', async () => {
  const contents = watch()
  const atRest = async () => {
    await contents()
    await contents()
    return contents()
  }
  const before = await atRest()
  await lab.addSample()
  expect(await contents()).not.toBe(before)
  const added = await atRest()
  await lab.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update sample set notes = 'changed'`.execute(trx)
  })
  expect(await contents()).not.toBe(added)
})

test.each(walkedCalls)(
  '$endpoint.path replies to any request with data or an error text, and a status that is described',
  async ({ endpoint }) => {
    const { id, alias, batch_id } = await lab.addSample()
    const { id: received } = await lab.addSample({ name: 'NB-002', status: 'RECEIVED' })
    const requests = arbitraryRequest(endpoint, [id, received, alias, batch_id, '1'])
    const contents = watch()
    let before = await contents()

    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const reply = await send(endpoint, request, lab.token())

        expect(reply.statusCode, reply.body).toBeLessThan(500)
        const described = paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()]?.responses
        expect(described, reply.body).toHaveProperty(String(reply.statusCode))
        const after = await contents()
        if (reply.statusCode !== 200) {
          expect(ErrorReply.parse(reply.json()).message).not.toBe('')
          expect(after).toBe(before)
        }
        before = after
      }),
      { numRuns: 30 },
    )
  },
)

/** How many times the median reply of a call its slowest may take. */
const maxRatio = 50
/** A quicker median counts as this, so that a pause of a busy machine is no failure. */
const minMedianMs = 20

const medianOf = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
// The identity of these tests signs nobody in; hostile-sign-in.test.ts covers its call.
const bounded = allEndpoints.filter(({ endpoint }) => !isStream(endpoint) && endpoint.path !== '/auth/login')

test.each(bounded)(
  'A8 $endpoint.path is bounded in time, whatever one parameter holds',
  async ({ endpoint }) => {
    const { id } = await lab.addSample()
    const took: { ms: number; about: string; again: () => Promise<unknown> }[] = []
    const contents = watch()
    let before = await contents()
    for (const [index, request] of boundedRequests(endpoint, [id]).entries()) {
      for (const token of index % 8 === 0 ? ['', lab.token()] : [lab.token()]) {
        const begin = performance.now()
        const reply = await send(endpoint, request, token)
        const ms = performance.now() - begin
        took.push({ ms, about: request.about, again: () => send(endpoint, request, token) })
        expect(reply.statusCode, `${request.about}: ${reply.body.slice(0, 300)}`).toBeLessThan(500)
        const after = await contents()
        if (reply.statusCode >= 300) expect(after, request.about).toBe(before)
        before = after
      }
    }
    const limit = maxRatio * Math.max(medianOf(took.map(({ ms }) => ms)), minMedianMs)
    // A busy machine does not pause at the same request again.
    for (const { about, again } of took.filter(({ ms }) => ms > limit)) {
      console.info(about)
      await expectWithin(limit, again)
    }
  },
)
