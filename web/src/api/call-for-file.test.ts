import { exportsApi } from '@lims/contract/exports.ts'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { server, serverRefuses } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { callForFile } from './call-for-file.ts'

const disposition = `attachment; filename="Zurich.csv"; filename*=UTF-8''Z%C3%BCrich.csv`
const ask = () => callForFile(exportsApi.manifest, { query: { id: 'b1', format: 'csv' } })
const answers = (body: BodyInit) =>
  server.use(
    http.get('*/api/batches/manifest', ({ request }) => {
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': disposition,
        asked: `${new URL(request.url).search} ${request.headers.get('authorization')}`,
      }
      return new HttpResponse(body, { headers })
    }),
  )

test('a file comes whole, under the name that the server gives it', async () => {
  signIn()
  answers('\ufeffid,name\r\n')
  const { name, content } = await ask()
  expect(name).toBe('Zürich.csv')
  expect(content.type).toBe('text/csv; charset=utf-8')
  expect(new Uint8Array(await content.arrayBuffer()).slice(0, 5)).toEqual(
    new Uint8Array([0xef, 0xbb, 0xbf, 0x69, 0x64]),
  )
})

test('a refusal is read as a refusal, not saved as a file', async () => {
  serverRefuses(exportsApi.manifest, 404, { code: 'batch-not-found', message: 'Batch not found' })
  await expect(ask()).rejects.toMatchObject({ code: 'batch-not-found', message: 'Batch not found' })
})

test('a file that breaks off is a failure, not half a file', async () => {
  const broken = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('id,na'))
      stream.error(new Error('gone'))
    },
  })
  answers(broken)
  await expect(ask()).rejects.toMatchObject({ code: 'no-answer' })
})
