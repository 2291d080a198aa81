import { expect, onTestFinished, test, vi } from 'vitest'
import { hostStatus as reply } from '../../../../test/fake-agent.ts'
import { type PrinterState, parseHostStatus, readHostStatus } from './printer-status.ts'

test.each<[string, PrinterState, string]>([
  ['nothing set', 'ready', reply()],
  ['paused', 'paused', reply([0, 2])],
  ['out of labels', 'media-out', reply([0, 1])],
  ['out of labels, and so paused', 'media-out', reply([0, 1], [0, 2])],
  ['open', 'head-open', reply([1, 2])],
  ['open and empty', 'head-open', reply([1, 2], [0, 1])],
  ['out of ribbon', 'ribbon-out', reply([1, 3])],
  ['too hot', 'too-hot', reply([0, 11])],
  ['silent', 'unknown', ''],
  ['a reply that breaks off', 'unknown', reply().slice(0, 60)],
  ['a reply in another language', 'unknown', '\x02! U1 getvar\x03\x02x\x03\x02y\x03'],
])('%s is %s', (_case, state, frames) => {
  expect(parseHostStatus(frames).state).toBe(state)
})

test('reports how many labels wait in the printer', () => {
  expect(parseHostStatus(reply().replace('0154,000', '0154,017')).labelsWaiting).toBe(17)
})

function printer(stale: string, pieces: string[]) {
  const buffer = [stale]
  return {
    write: async (data: string) => {
      expect(data).toBe('~HS')
      buffer.push(...pieces)
      return true
    },
    read: async () => buffer.shift() ?? '',
  }
}

test('does not mistake an old reply for the current one', async () => {
  expect(await readHostStatus(printer(reply(), [reply([1, 2])]))).toMatchObject({ state: 'head-open' })
})

test('puts together a reply that comes in pieces', async () => {
  const whole = reply([0, 2])
  expect(await readHostStatus(printer('', [whole.slice(0, 30), '', whole.slice(30)]))).toMatchObject({
    state: 'paused',
  })
})

test('a printer that does not reply is unknown after a second and a half, not ready', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const read = vi.fn()
  void readHostStatus(printer(reply(), [])).then(read)
  await vi.advanceTimersByTimeAsync(1499)
  expect(read).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(read).toHaveBeenCalledWith({ state: 'unknown', labelsWaiting: 0 })
})

test('a printer whose agent refuses the request is unknown', async () => {
  expect(await readHostStatus({ write: async () => false, read: async () => '' })).toMatchObject({
    state: 'unknown',
  })
})
