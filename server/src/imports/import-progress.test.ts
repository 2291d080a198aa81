import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab({}, { ownProcesses: true })
const address = await lab.app.listen({ port: 0, host: '127.0.0.1' })
const names = Array.from({ length: 3000 }, (_, index) => `S-${index}`)

const send = (signal: AbortSignal | null = null) =>
  fetch(`${address}/api/samples/import/apply?columns=name&batchName=Long`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${lab.token()}`,
      'content-type': 'application/octet-stream',
      'accept-encoding': 'gzip, br',
      'idempotency-key': 'key-1',
    },
    body: ['Name', ...names].join('\n'),
    signal,
  })

test('progress reaches the browser during the import, not at its end', async () => {
  const reply = await send()
  expect(reply.headers.get('content-type')).toBe('application/x-ndjson')
  expect(reply.headers.get('content-encoding')).toBeNull()
  const arrivals: string[] = []
  for await (const part of reply.body ?? []) arrivals.push(new TextDecoder().decode(part))
  expect(arrivals.length).toBeGreaterThan(3)
  expect(arrivals[0]).toBe('{"saved":0,"total":3000}\n')
})

test('the import continues if the client disconnects; repeating the request with its key returns the result', async () => {
  const leave = new AbortController()
  const reply = await send(leave.signal)
  await reply.body?.getReader().read()
  leave.abort()

  const again = await send()

  const lines = (await again.text()).trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ success: true, numSamples: 3000 })
  expect((await lab.get('/samples/list')).json().totalSamples).toBe(3000)
})
