import { exportsApi } from '@lims/contract/exports.ts'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { server, serverRefuses } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { callForFile } from './call-for-file.ts'

const disposition = `attachment; filename="Zurich.csv"; filename*=UTF-8''Z%C3%BCrich.csv`
const fetchManifest = () => callForFile(exportsApi.manifest, { query: { id: 'b1', format: 'csv' } })
const serverSends = (body: BodyInit) =>
  server.use(
    http.get('*/api/batches/manifest', () => {
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': disposition,
      }
      return new HttpResponse(body, { headers })
    }),
  )

test('returns the whole file, named as the server names it', async () => {
  signIn()
  serverSends('\ufeffid,name\r\n')
  const { name, content } = await fetchManifest()
  expect(name).toBe('Zürich.csv')
  expect(content.type).toBe('text/csv; charset=utf-8')
  expect(new Uint8Array(await content.arrayBuffer()).slice(0, 5)).toEqual(
    new Uint8Array([0xef, 0xbb, 0xbf, 0x69, 0x64]),
  )
})

test('throws a refusal instead of saving it as a file', async () => {
  serverRefuses(exportsApi.manifest, 404, { code: 'batch-not-found', message: 'Batch not found' })
  await expect(fetchManifest()).rejects.toMatchObject({ code: 'batch-not-found', message: 'Batch not found' })
})

test('throws if the file breaks off, and returns no half file', async () => {
  const broken = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('id,na'))
      stream.error(new Error('gone'))
    },
  })
  serverSends(broken)
  await expect(fetchManifest()).rejects.toMatchObject({ code: 'no-answer' })
})

test.each([
  ['the page of a Wi-Fi portal', 'text/html'],
  ['a reply without a type', ''],
])('throws instead of saving %s as a file', async (_, type) => {
  server.use(
    http.get('*/api/batches/manifest', () => {
      const reply = new HttpResponse('<h1>Welcome to the hotel</h1>')
      if (type) reply.headers.set('content-type', type)
      else reply.headers.delete('content-type')
      return reply
    }),
  )
  await expect(fetchManifest()).rejects.toMatchObject({
    code: 'reply-unreadable',
    message: expect.stringContaining('The file did not come'),
  })
})
