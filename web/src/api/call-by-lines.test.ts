import { importsApi } from '@lims/contract/imports.ts'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { server } from '../../test/server.ts'
import { callByLines } from './call-by-lines.ts'
import { presentSender } from './stored-token.ts'

const serverSends = (...parts: string[]) =>
  server.use(
    http.post('*/api/samples/import/apply', async () => {
      const stream = new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
          controller.close()
        },
      })
      return new HttpResponse(stream, { headers: { 'content-type': 'application/x-ndjson' } })
    }),
  )

function start() {
  const lines: unknown[] = []
  const query = { columns: 'name', batchId: 'b1' }
  const body = new Uint8Array([1, 2])
  const done = callByLines(importsApi.apply, { query, body }, (line) => lines.push(line), presentSender())
  return { lines, done }
}

test('calls onLine once per line, however the network cuts the stream', async () => {
  serverSends('{"saved":0,"to', 'tal":10}\n{"saved":5,"total":10}\n{"saved":10,', '"total":10}\n')
  const { lines, done } = start()
  await done
  expect(lines).toEqual([0, 5, 10].map((saved) => ({ saved, total: 10 })))
})

test('a line that reports a failure is thrown with its code and message', async () => {
  serverSends(
    '{"saved":0,"total":10}\n',
    '{"error":{"code":"tube-id-taken","message":"Taken by another import."}}\n',
  )
  const { lines, done } = start()
  await expect(done).rejects.toMatchObject({ code: 'tube-id-taken', message: 'Taken by another import.' })
  expect(lines).toHaveLength(1)
})
