import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const server = await lab.startServer()

const countOf = async (route: string) => {
  const { body } = await server.inject({ url: '/api/metrics' })
  const counted = new RegExp(
    `http_request_duration_seconds_count\\{method="GET",route="${route}",status="(\\d+)"\\} (\\d+)`,
    'g',
  )
  return [...body.matchAll(counted)].map(([, status, count]) => `${status}: ${count}`)
}

test('a request that a person or a proxy gives up before the reply is counted with its duration, once', async () => {
  const headers = { authorization: `Bearer ${lab.token()}` }
  await lab.db.transaction().execute(async (trx) => {
    await sql`lock table batch in access exclusive mode`.execute(trx)
    const leaving = new AbortController()
    const arrived = once(server.server, 'request')
    const reply = fetch(`${server.listeningOrigin}/api/batches/list`, { headers, signal: leaving.signal })
    await arrived
    leaving.abort()
    await expect(reply).rejects.toThrow('aborted')
    await expect.poll(() => countOf('/api/batches/list')).toEqual(['499: 1'])
  })

  expect((await fetch(`${server.listeningOrigin}/api/batches/list`, { headers })).status).toBe(200)

  await expect.poll(() => countOf('/api/batches/list')).toEqual(['499: 1', '200: 1'])
})
