import { importsApi } from '@lims/contract/imports.ts'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { server } from '../../test/server.ts'
import { callByLines } from './call-by-lines.ts'

const answers = (...parts: string[]) =>
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

function ask() {
  const lines: unknown[] = []
  const query = { columns: 'name', batchId: 'b1' }
  const body = new Uint8Array([1, 2])
  const done = callByLines(importsApi.apply, { query, body }, (line) => lines.push(line))
  return { lines, done }
}

test('lines are told one by one, however they are cut on the way', async () => {
  answers('{"saved":0,"to', 'tal":10}\n{"saved":5,"total":10}\n{"saved":10,', '"total":10}\n')
  const { lines, done } = ask()
  await done
  expect(lines).toEqual([0, 5, 10].map((saved) => ({ saved, total: 10 })))
})

test('a failure on the way is thrown in the words of the server', async () => {
  answers('{"saved":0,"total":10}\n', '{"error":{"code":"tube-id-taken","message":"Taken meanwhile."}}\n')
  const { lines, done } = ask()
  await expect(done).rejects.toMatchObject({ code: 'tube-id-taken', message: 'Taken meanwhile.' })
  expect(lines).toHaveLength(1)
})
