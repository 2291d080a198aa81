import type { KyselyPlugin } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const freezer = countedFreezer(lab)

let queries: string[] = []
const recorder: KyselyPlugin = {
  transformQuery: ({ node }) => {
    queries.push(JSON.stringify(node))
    return node
  },
  transformResult: async ({ result }) => result,
}
const server = await lab.startServer({ db: lab.db.withPlugin(recorder) })

async function request(method: 'GET' | 'HEAD', path: string) {
  const reply = await server.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${lab.token()}` },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply
}

test.each([
  ['/samples/export?format=csv', '"name":"sample"'],
  ['/samples/export?format=xlsx', '"name":"sample"'],
  ['/audit/export?format=jsonl', 'audit_event'],
  ['/stock-takes/report?format=csv&id=', 'stock_take_tube'],
  ['/stock-takes/report?format=pdf&id=', 'stock_take_tube'],
])('HEAD of %s has the headers of GET, and reads no content', async (address, text) => {
  const { freezer: id } = await freezer.build(3)
  const stockTake = await freezer.start(id)
  const path = address.endsWith('id=') ? address + stockTake.id : address
  const numRead = () => queries.filter((query) => query.includes(text)).length

  queries = []
  const got = await request('GET', path)
  const numByGet = numRead()
  expect(numByGet).toBeGreaterThan(0)

  queries = []
  const head = await request('HEAD', path)
  // What HEAD reads in the background begins before this, and ends before it.
  await request('GET', path)
  expect(numRead()).toBeLessThan(2 * numByGet)

  for (const name of ['content-type', 'content-disposition']) {
    expect(head.headers[name]).toBe(got.headers[name])
  }
  expect(head.headers['content-length']).toBeUndefined()
  expect(head.body).toBe('')
})

test('exports that are refused because too many are being made do not end the server', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtException', note)
  onTestFinished(() => void process.off('uncaughtException', note))
  const exports = Array.from({ length: 30 }, () => lab.get('/samples/export', { format: 'xlsx' }))
  const codes = (await Promise.all(exports)).map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 429).length).toBeGreaterThan(0)
  expect(codes.filter((code) => code === 200).length).toBeGreaterThan(0)
  expect(uncaught).toEqual([])
})
