import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTab, queueKinds, settle } from '../../../test/scan-queues.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** What a tab stores, with the number of characters that were written. */
class CountedStore extends Map<string, string> {
  written = 0
  override set(key: string, value: string) {
    this.written += value.length
    return super.set(key, value)
  }
}
const receive = queueKinds[0] as (typeof queueKinds)[number]
const tubeIds = (count: number) => Array.from({ length: count }, (_, index) => `T${1_000_000 + index}`)
const storedScans = (stored: Map<string, string>) => JSON.parse(stored.get('scans') ?? '').scans

test('ten times the scans, pasted and sent, write about ten times as much, and not a hundred times', async () => {
  const writtenBy = async (count: number) => {
    localStorage.clear()
    const stored = new CountedStore()
    const tab = openTab(receive, { stored })
    for (const code of tubeIds(count)) tab.scan(code)
    for (let sent = 0; sent < 50; sent++) await tab.reply(receive.done)
    return stored.written
  }
  const [few, many] = [await writtenBy(200), await writtenBy(2000)]
  expect(many / few).toBeLessThan(20)
})

test('a long session is stored within a second, and before its page is closed', async () => {
  const stored = new Map<string, string>()
  const tab = openTab(receive, { stored })
  for (const code of tubeIds(300)) tab.scan(code)
  expect(storedScans(stored).length).toBeLessThan(300)
  vi.advanceTimersByTime(1000)
  expect(storedScans(stored)).toHaveLength(300)
  tab.scan('T2')
  window.dispatchEvent(new Event('pagehide'))
  expect(storedScans(stored)).toHaveLength(301)
})

test('after a crash in the middle of a long list no scan is lost', async () => {
  const stored = new Map<string, string>()
  const tab = openTab(receive, { stored })
  for (const code of tubeIds(300)) tab.scan(code)
  await tab.reply(receive.done)
  const later = openTab(receive, { stored: new Map(stored) })
  await later.queue.start()
  await settle()
  expect(new Set(later.scans().map(({ readings }) => readings.raw))).toEqual(new Set(tubeIds(300)))
})
