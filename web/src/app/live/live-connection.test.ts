import { everythingChanged, type LiveChange } from '@lims/contract/live.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { setVisible } from '../../../test/visibility.ts'
import { LiveConnection, type LiveHandlers } from './live-connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A connection whose streams the test opens and breaks one by one. */
function open() {
  const streams: { handlers: LiveHandlers; signal: AbortSignal; end: () => void; fail: () => void }[] = []
  const changes: LiveChange[] = []
  const reopened = vi.fn()
  const connection = new LiveConnection({
    read: (handlers, signal) =>
      new Promise((end, reject) => {
        const fail = () => reject(new TypeError('Failed to fetch'))
        signal.addEventListener('abort', fail)
        streams.push({ handlers, signal, end, fail })
      }),
    onChange: (change) => changes.push(change),
    onReopen: () => reopened(),
  })
  onTestFinished(connection.start())
  const last = () => streams.at(-1)
  return { connection, streams, changes, reopened, last }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('is live once the stream is open; what was read just before counts as fresh', async () => {
  const { connection, last, changes } = open()
  expect(connection.state.get()).toBe('starting')
  await pass(300)
  last()?.handlers.onOpen()
  expect(connection.state.get()).toBe('live')
  expect(changes).toEqual([])
})

test('a stream that opens late has missed earlier changes', async () => {
  const { connection, last, changes } = open()
  await pass(1600)
  expect(connection.state.get()).toBe('reconnecting')
  last()?.handlers.onOpen()
  expect(changes).toEqual([everythingChanged])
})

test('a broken stream is opened again, later each time, and then everything may have changed', async () => {
  const { connection, streams, changes, last } = open()
  last()?.handlers.onOpen()
  last()?.fail()
  await pass(999)
  expect(streams).toHaveLength(1)
  await pass(1)
  expect(streams).toHaveLength(2)
  expect(connection.state.get()).toBe('live')

  last()?.fail()
  await pass(1999)
  expect([streams.length, connection.state.get()]).toEqual([2, 'reconnecting'])
  await pass(1)
  expect(streams).toHaveLength(3)
  last()?.handlers.onOpen()
  expect([connection.state.get(), changes]).toEqual(['live', [everythingChanged]])
})

test('a stream that the server ends, as on a restart, is opened again', async () => {
  const { streams, last } = open()
  last()?.handlers.onOpen()
  last()?.end()
  await pass(1000)
  expect(streams).toHaveLength(2)
})

test('a hidden page gives up its connection, and connects again when it is visible', async () => {
  const { streams, changes, last } = open()
  last()?.handlers.onOpen()
  setVisible(false)
  await pass(4999)
  expect(last()?.signal.aborted).toBe(false)
  await pass(1)
  expect(last()?.signal.aborted).toBe(true)
  await pass(600_000)
  expect(streams).toHaveLength(1)
  setVisible(true)
  await pass(0)
  expect(streams).toHaveLength(2)
  last()?.handlers.onOpen()
  expect(changes).toEqual([everythingChanged])
})

test('a short look at another tab keeps the connection', async () => {
  const { streams, last } = open()
  last()?.handlers.onOpen()
  setVisible(false)
  await pass(4000)
  setVisible(true)
  await pass(60_000)
  expect([streams.length, last()?.signal.aborted]).toEqual([1, false])
})

test('is no longer live soon after the network is lost', async () => {
  const { connection, last, changes } = open()
  last()?.handlers.onOpen()
  window.dispatchEvent(new Event('offline'))
  await pass(1600)
  expect(connection.state.get()).toBe('reconnecting')
  window.dispatchEvent(new Event('online'))
  await pass(0)
  last()?.handlers.onOpen()
  expect(connection.state.get()).toBe('live')
  expect(changes).toEqual([everythingChanged])
})

test('connects at once when the network is back', async () => {
  const { streams, last } = open()
  for (let failures = 0; failures < 5; failures += 1) {
    last()?.fail()
    await pass(30_000)
  }
  const before = streams.length
  last()?.fail()
  await pass(0)
  window.dispatchEvent(new Event('online'))
  await pass(0)
  expect(streams).toHaveLength(before + 1)
})

test('says when a stream opens after one that has ended, and not for the first, however late it opens', async () => {
  const { last, reopened } = open()
  last()?.fail()
  await pass(5000)
  last()?.handlers.onOpen()
  expect(reopened).not.toHaveBeenCalled()
  last()?.end()
  await pass(5000)
  last()?.fail()
  await pass(5000)
  last()?.handlers.onOpen()
  expect(reopened).toHaveBeenCalledTimes(1)
})
