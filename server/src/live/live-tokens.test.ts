import { expect, onTestFinished, test, vi } from 'vitest'
import { apiTokens, inDays } from '../../test/api-tokens.ts'
import { openEventStream } from '../../test/event-stream.ts'
import { openLab } from '../../test/lab.ts'

// A heartbeat would also find what a notification must say.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
const lab = await openLab()
const other = await lab.startServer()
const { create, addServiceAccount, deactivate } = apiTokens(lab)

async function open(token: string) {
  const stream = await openEventStream(other, token)
  onTestFinished(() => stream.leave())
  await vi.waitFor(() => expect(stream.text()).toContain(': open'), { timeout: 20_000 })
  return stream
}

test('a token receives changes until it is revoked, on whichever server', async () => {
  const { token, id } = await create({ permissions: ['sample.read'] })
  const [stream, staying] = [await open(token), await open(lab.token())]
  await lab.addSample()
  await vi.waitFor(() => expect(stream.changes).toContainEqual({ samples: true, batches: true }), {
    timeout: 20_000,
  })
  await lab.post('/tokens/revoke', { id })
  expect(await stream.ended).toBe('ended')
  await lab.addSample({ name: 'NB-002' })
  await vi.waitFor(() => expect(staying.changes.length).toBeGreaterThan(1), { timeout: 20_000 })
})

test('the stream of a token ends within a second when the token expires', async () => {
  const { token } = await create({ expiresAt: inDays(1) })
  const stream = await open(token)
  lab.setNow(new Date(inDays(1)))
  await vi.advanceTimersByTimeAsync(999)
  expect(await stream.ended).toBe('ended')
})

test('streams end at once when the person is deactivated: their sessions, tokens and service accounts', async () => {
  const [own, robot] = [await create(), await create({ personId: await addServiceAccount('robot') })]
  const streams = [await open(lab.token()), await open(own.token), await open(robot.token)]
  await deactivate('ada')
  for (const stream of streams) expect(await stream.ended).toBe('ended')
})
