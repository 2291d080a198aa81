import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveStreams } from './live-streams.ts'

const session = { personId: 'ada', signInId: 's1', expiresAt: new Date('2026-11-21') }
const storages = (first: number) => ({ storages: Array.from({ length: 200 }, (_, index) => first + index) })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('changes at the same moment are sent as one event', async () => {
  const streams = new LiveStreams()
  const events = streams.open(session)
  streams.publish({ storages: [7] })
  streams.publish({ storages: [9, 7], samples: true })
  vi.advanceTimersByTime(1000)
  expect(String(events.read())).toMatch(/: open\n\ndata: \{"storages":\[7,9\],"samples":true\}\n\n$/)
})

test('a client that does not read its events is disconnected, and the others are not', async () => {
  const streams = new LiveStreams()
  const [slow, quick] = [streams.open(session), streams.open(session)]
  quick.resume()
  const cutOff = once(slow, 'close')
  for (let round = 0; round < 200; round += 1) {
    streams.publish(storages(round * 1000))
    vi.advanceTimersByTime(100)
    await new Promise(setImmediate)
  }
  await cutOff
  expect([slow.destroyed, quick.destroyed]).toEqual([true, false])
})
