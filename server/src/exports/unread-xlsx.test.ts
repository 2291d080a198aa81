import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

/** Begins an Excel export, and reads nothing of its file. */
const begin = () =>
  lab.app.inject({
    url: '/api/samples/export?format=xlsx',
    headers: { authorization: `Bearer ${lab.token()}` },
    payloadAsStream: true,
  })

test('Excel files that nobody reads keep others from none, and are whole once they are read', async () => {
  // More than the pipes and streams between a program and its reader hold.
  for (let index = 0; index < 40; index++) {
    await lab.addSample({ name: `NB-${index}`, notes: randomBytes(12_000).toString('base64') })
  }
  const unread = await Promise.all([begin(), begin()])
  const other = await lab.get('/samples/export', { format: 'xlsx' })
  expect([other.statusCode, other.rawPayload.length > 300_000]).toEqual([200, true])
  for (const reply of unread) {
    expect(reply.statusCode).toBe(200)
    const file = await buffer(reply.stream())
    expect(file.subarray(-22, -18).toString('latin1'), 'the end of a zip archive').toBe('PK\x05\x06')
  }
})
