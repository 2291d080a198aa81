import { describe, expect, test } from 'vitest'
import { blocked, openTab, ownFailure, queueKinds, unsent } from '../../../test/scan-queues.ts'

describe.each(queueKinds)('$name:', (kind) => {
  const { done } = kind
  const open = () => openTab(kind)

  test('a scan that has failed three times by itself can be removed, and no other', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(ownFailure)
    const id = tab.scans()[0]?.id ?? ''
    for (const failure of [ownFailure, unsent, ownFailure]) {
      tab.queue.remove(id)
      expect(tab.states()).toEqual(['unsent'])
      tab.queue.retryUnsent()
      await tab.reply(failure)
    }
    tab.queue.remove(id)
    expect(tab.scans()).toEqual([])
    expect(localStorage).toHaveLength(0)
    tab.scan('T1')
    expect(tab.sent).toHaveLength(5)
  })

  test('a scan that a proxy blocks again and again although the server is ready holds up no other', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(blocked)
    // Nothing says that the server is ready: the proxy may reply so to each call.
    for (let again = 0; again < 4; again += 1) {
      tab.queue.retryUnsent()
      await tab.reply(blocked)
    }
    tab.scan('T2')
    await tab.reply(blocked)
    for (let check = 0; check < 3; check += 1) {
      expect(tab.states()).toEqual(['unsent', 'unsent'])
      tab.queue.retryUnnoticed()
      await tab.reply(blocked)
    }
    expect(tab.codesSent().at(-1)).toBe('T2')
    await tab.reply(done)
    await tab.reply(blocked)
    expect(tab.states()).toEqual([done.state, 'unsent'])
    expect(tab.scans()[1]?.progress).toMatchObject({ reason: expect.stringMatching(/firewall/) })
    expect(tab.queue.failedScanId()).toBe(tab.scans()[1]?.id)
    tab.queue.remove(tab.scans()[1]?.id ?? '')
    expect(tab.states()).toEqual([done.state])
  })
})
