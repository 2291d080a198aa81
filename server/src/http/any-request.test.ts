import { everyEndpoint } from '@lims/contract/api.ts'
import type { Endpoint } from '@lims/contract/endpoint.ts'
import { ErrorReply } from '@lims/contract/errors.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryRequest } from '../../test/arbitrary-request.ts'
import { contentsOf } from '../../test/contents.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const isStream = ({ replyTypes }: Endpoint) => replyTypes?.includes('text/event-stream')
const calls = everyEndpoint.filter(
  ({ domain, endpoint }) => domain !== 'auth' && !endpoint.takesFile && !isStream(endpoint),
)

const asQuery = (query: unknown) =>
  Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    [value]
      .flat()
      .map((one): [string, string] => [name, typeof one === 'string' ? one : JSON.stringify(one)]),
  )

test.each(calls)('$endpoint.path answers any request with a reply or a sentence', async ({ endpoint }) => {
  const { id, alias, batch_id } = await lab.addSample()
  const { id: received } = await lab.addSample({ name: 'NB-002', status: 'RECEIVED' })
  const requests = arbitraryRequest(endpoint, [id, received, alias, batch_id, '1'])

  await fc.assert(
    fc.asyncProperty(requests, async ({ query, body }) => {
      const before = await contentsOf(lab.db)
      const reply = await lab.app.inject({
        method: endpoint.method,
        url: `/api${endpoint.path}?${new URLSearchParams(asQuery(query))}`,
        headers: {
          authorization: `Bearer ${lab.token()}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })

      expect(reply.statusCode, reply.body).toBeLessThan(500)
      if (reply.statusCode === 200) return
      expect(ErrorReply.parse(reply.json()).message).not.toBe('')
      expect(await contentsOf(lab.db)).toBe(before)
    }),
    { numRuns: 30 },
  )
})
