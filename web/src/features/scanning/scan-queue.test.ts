import { describe, expect, test, vi } from 'vitest'
import { openTab, ownFailure, queueKinds, refused, settle, unsent } from '../../../test/scan-queues.ts'

describe.each(queueKinds)('$name:', (kind) => {
  const { done } = kind
  const open = (options?: Parameters<typeof openTab>[1]) => openTab(kind, options)

  test('RECV-01 sends scans that come faster than replies in their order, and loses none', async () => {
    const tab = open()
    const codes = Array.from({ length: 20 }, (_, index) => `T${index}`)
    for (const code of codes) tab.scan(code)
    expect(tab.codesSent()).toEqual(['T0'])

    for (const _ of codes) await tab.reply(done)

    expect(tab.codesSent()).toEqual(codes)
    expect(tab.states()).toEqual(codes.map(() => done.state))
  })

  test('each scan has a key of its own', async () => {
    const tab = open()
    tab.scan('T1')
    tab.scan('T2')
    await tab.reply(done)
    expect(new Set(tab.sent.map(({ id }) => id)).size).toBe(2)
  })

  test('C5 RECV-01 a tube held in front of the scanner, seen at 0, 0.9 and 1.8 s, is sent once and sounds once', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(done)
    tab.wait(900)
    tab.scan('t1')
    tab.wait(900)
    tab.scan('T1')
    expect(tab.sent).toHaveLength(1)
    expect(tab.outcomes).toEqual([done.state, 'idle'])
    expect(tab.states()).toEqual([done.state])

    tab.wait(1000)
    tab.scan('T1')
    expect(tab.sent).toHaveLength(2)
  })

  test('the same code twice within a second is one scan, and later two', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(done)
    tab.wait(999)
    tab.scan('t1')
    expect(tab.sent).toHaveLength(1)
    tab.wait(1000)
    tab.scan('T1')
    expect(tab.sent).toHaveLength(2)
  })

  test('a tube read by a scanner that sends its prefix, and by the camera, is one scan', () => {
    const tab = open()
    tab.scan(']C1AB-7')
    tab.scan('AB-7')
    expect(tab.states()).toHaveLength(1)
  })

  test('two tubes whose whole codes hold the same serial number are two scans', async () => {
    const tab = open()
    const [one, other] = ['(01)04012345678901(21)AB12345', '(01)04012345678918(21)AB12345']
    for (const code of [one, other, other]) tab.scan(code)
    expect(tab.states()).toHaveLength(2)
    await tab.reply(done)
    await tab.reply(done)
    tab.scan(one)
    expect(tab.states()).toHaveLength(2)
  })

  test('a code that is scanned again after the clock was set back is a new scan', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(refused)
    tab.wait(-900_000)
    tab.scan('T1')
    await tab.reply(done)
    expect(tab.states()).toEqual([done.state, 'refused'])
    tab.wait(900)
    tab.scan('T1')
    expect(tab.sent).toHaveLength(2)
  })

  test('another code in between does not make a held tube two scans', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(done)
    tab.wait(400)
    tab.scan('T2')
    await tab.reply(done)
    tab.wait(400)
    tab.scan('T1')
    expect(tab.codesSent()).toEqual(['T1', 'T2'])

    tab.wait(700)
    tab.scan('T2')
    expect(tab.codesSent()).toEqual(['T1', 'T2', 'T2'])
  })

  test('C5 two tubes held side by side in front of the scanner are two scans, however long they are seen', async () => {
    const tab = open()
    for (const code of ['T1', 'T2', 'T1', 'T2', 'T1', 'T2', 'T1', 'T2']) {
      tab.scan(code)
      await tab.reply(done)
      tab.wait(400)
    }
    expect(tab.codesSent()).toEqual(['T1', 'T2'])
  })

  test('a tube scanned again because its reply is slow is still one scan', () => {
    const tab = open()
    tab.scan('T1')
    tab.wait(5000)
    tab.scan('T1')
    expect(tab.scans()).toHaveLength(1)
  })

  test('a scan without a reply stays, and is sent again with the same key', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(unsent)
    expect(tab.states()).toEqual(['unsent'])

    tab.queue.retry(tab.scans()[0]?.id ?? '')
    await tab.reply(done)

    expect(tab.sent[1]?.id).toBe(tab.sent[0]?.id)
    expect(tab.states()).toEqual([done.state])
  })

  test('scanning an unsent tube again sends it again with the same key', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(unsent)
    tab.wait(5000)
    tab.scan('T1')
    expect(tab.sent.map(({ id }) => id)).toEqual([tab.sent[0]?.id, tab.sent[0]?.id])
  })

  test('a scan that was made while an earlier request was lost is sent after it, by the next scan or a retry', async () => {
    const tab = open()
    tab.scan('T1')
    tab.scan('T2')
    await tab.reply(unsent)
    expect(tab.isSending()).toBe(false)
    expect(tab.states()).toEqual(['unsent', 'unsent'])
    expect(tab.queue.session.get().lastSettledId).toBe(tab.scans()[0]?.id)
    expect(tab.outcomes).toEqual(['unsent'])

    tab.scan('T3')
    await tab.reply(unsent)
    expect(tab.states()).toEqual(['unsent', 'unsent', 'unsent'])
    tab.queue.retry(tab.scans()[0]?.id ?? '')
    for (let scan = 0; scan < 3; scan += 1) await tab.reply(done)
    expect(tab.codesSent()).toEqual(['T1', 'T1', 'T1', 'T2', 'T3'])
    expect(tab.states()).toEqual([done.state, done.state, done.state])
  })

  test('a scan that fails by itself holds up no other, and a reply to a later one sends it again, once', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(ownFailure)
    tab.scan('T2')
    await tab.reply(done)
    expect(tab.codesSent()).toEqual(['T1', 'T2', 'T1'])

    await tab.reply(ownFailure)
    expect(tab.sent).toHaveLength(3)
    expect(tab.states()).toEqual([done.state, 'unsent'])
  })

  test('a scan that fails as before, when nobody has done anything, is not reported again', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(ownFailure)
    tab.scan('T2')
    await tab.reply(refused)
    await tab.reply(ownFailure)
    const reported = tab.outcomes.length
    const shown = tab.queue.session.get().lastSettledId

    tab.queue.retryUnnoticed()
    await tab.reply(ownFailure)
    expect(tab.sent).toHaveLength(4)
    expect(tab.outcomes).toHaveLength(reported)
    expect(tab.queue.session.get().lastSettledId).toBe(shown)
    tab.queue.retryUnsent()
    await tab.reply(ownFailure)
    expect(tab.outcomes).toHaveLength(reported + 1)
    tab.queue.retryUnnoticed()
    await tab.reply(done)
    expect(tab.outcomes.slice(-2)).toEqual([done.state, 'idle'])
  })

  test('a scan that fails as before after the reply to another does not take the place of that one', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(ownFailure)
    for (const code of ['T2', 'T3']) {
      tab.scan(code)
      await tab.reply(refused)
      await tab.reply(ownFailure)
      expect(tab.queue.session.get().lastSettledId).toBe(tab.scans()[0]?.id)
    }
    expect(tab.codesSent()).toEqual(['T1', 'T2', 'T1', 'T3', 'T1'])
    expect(tab.outcomes).toEqual(['unsent', 'refused', 'idle', 'refused', 'idle'])
  })

  test('a new scan that waits for one that fails as before is reported, and another one is not held up', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(ownFailure)
    tab.scan('T2')
    await tab.reply(refused)
    tab.scan('T3')
    await tab.reply(ownFailure)
    expect(tab.outcomes).toEqual(['unsent', 'refused'])
    await tab.reply(unsent)
    expect(tab.queue.session.get().lastSettledId).toBe(tab.scans()[0]?.id)
    tab.scan('T4')
    await tab.reply(unsent)
    expect(tab.outcomes).toEqual(['unsent', 'refused', 'unsent', 'idle', 'unsent'])
    expect(tab.queue.session.get().lastSettledId).toBe(tab.scans()[0]?.id)
  })

  test('reports when nothing is left to send, also after a scan that failed as before', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(ownFailure)
    tab.scan('T2')
    await tab.reply(ownFailure)
    tab.queue.retryUnnoticed()
    for (const outcome of [ownFailure, done, ownFailure]) await tab.reply(outcome)
    expect(tab.codesSent()).toEqual(['T1', 'T2', 'T1', 'T2', 'T1'])
    expect(tab.outcomes).toEqual(['unsent', 'unsent', done.state, 'idle'])
  })

  test('a scan that failed waits for the next try, whether it holds up others or not', async () => {
    const tab = open()
    expect(tab.queue.failedScanId()).toBeUndefined()
    for (const failure of [ownFailure, unsent]) {
      tab.scan('T1')
      await tab.reply(failure)
      expect(tab.queue.failedScanId()).toBe(tab.sent[0]?.id)
    }
    tab.queue.retryUnsent()
    await tab.reply(done)
    expect(tab.queue.failedScanId()).toBeUndefined()
  })

  test('a defect while sending holds up no other scan, and keeps this one', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const tab = open()
    tab.scan('T1')
    tab.scan('T2')
    await tab.reply(Promise.reject(new TypeError('undefined is not a function')) as never)
    expect(tab.states()).toEqual(['sending', 'unsent'])
    await tab.reply(done)
    await tab.reply(done)
    expect(tab.states()).toEqual([done.state, done.state])
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })

  test('a settled scan cannot be sent again', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(refused)
    tab.scan('T2')
    await tab.reply(done)
    for (const { id } of tab.scans()) tab.queue.retry(id)
    tab.queue.retryUnsent()
    expect(tab.sent).toHaveLength(2)
    expect(tab.states()).toEqual([done.state, 'refused'])
  })

  test('a reload loses nothing: what was being sent is sent again with the same key, in order', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(done)
    tab.scan('T2')
    tab.scan('T3')

    const reloaded = open({ stored: tab.stored })
    void reloaded.queue.start()
    await reloaded.reply(done)
    await reloaded.reply(done)

    expect(reloaded.codesSent()).toEqual(['T2', 'T3'])
    expect(reloaded.sent[0]?.id).toBe(tab.sent[1]?.id)
    expect(reloaded.states()).toEqual([done.state, done.state, done.state])
  })

  test('what could not be sent is sent once the person has signed in again, with the same key', async () => {
    const tab = open()
    tab.scan('T1')
    tab.scan('T2')
    await tab.reply(unsent)
    expect(tab.states()).toEqual(['unsent', 'unsent'])

    const signedInAgain = open({ stored: tab.stored })
    void signedInAgain.queue.start()
    await signedInAgain.reply(done)
    expect(signedInAgain.sent.map(({ id }) => id)).toEqual(
      tab
        .scans()
        .map(({ id }) => id)
        .toReversed(),
    )
  })

  test('a stored session that cannot be read is discarded', () => {
    expect(open({ stored: new Map([['scans', '{"scans":[{"id":1}]}']]) }).scans()).toEqual([])
  })

  test('keeps the newest 500 scans, and every one without a reply', async () => {
    const tab = open()
    tab.scan('LOST')
    await tab.reply(unsent)
    for (let index = 0; index < 510; index += 1) tab.scan(`T${index}`)
    expect(tab.scans()).toHaveLength(511)

    for (let index = 0; index < 511; index += 1) await tab.reply(done)
    expect(new Set(tab.states())).toEqual(new Set([done.state]))
    tab.scan('LAST')
    expect(tab.scans()).toHaveLength(500)
  })

  test('clearing the list keeps what has no reply yet', async () => {
    const tab = open()
    tab.scan('T1')
    await tab.reply(done)
    tab.scan('T2')
    await tab.reply(unsent)
    tab.scan('T3')
    tab.queue.clear()
    expect(tab.scans().map(({ readings }) => readings.raw)).toEqual(['T3', 'T2'])
  })

  test('reports when nothing is left to send', async () => {
    const tab = open()
    tab.scan('T1')
    tab.scan('T2')
    await tab.reply(done)
    await tab.reply(refused)
    expect(tab.outcomes).toEqual([done.state, 'refused', 'idle'])
  })

  test('B3 scans without a reply survive a crash, and are sent once, in their order, under the same keys', async () => {
    const crashed = open()
    crashed.scan('T1')
    await crashed.reply(unsent)
    crashed.wait(1)
    crashed.scan('T2')
    await crashed.reply(unsent)

    const restarted = open()
    expect(await restarted.queue.start()).toBe(2)
    await restarted.reply(refused)
    await restarted.reply(refused)
    expect(restarted.codesSent()).toEqual(['T1', 'T2'])
    expect(restarted.sent.map(({ id }) => id)).toEqual(
      crashed
        .scans()
        .map(({ id }) => id)
        .toReversed(),
    )
    expect(restarted.states()).toEqual(['refused', 'refused'])

    const later = open()
    expect(await later.queue.start()).toBe(0)
    expect(later.sent).toEqual([])
    expect(localStorage).toHaveLength(0)
  })

  test('B3 the scans of one person are never sent by another, also when one name begins with the other', async () => {
    const crashed = open({ person: 'ada.li' })
    crashed.scan('T1')
    await crashed.reply(unsent)
    for (const person of ['bo', 'ada']) {
      const other = open({ person })
      expect(await other.queue.start()).toBe(0)
      expect(other.sent).toEqual([])
    }
    expect(await open({ person: 'ada.li' }).queue.start()).toBe(1)
  })

  test('B3 an entry that cannot be read is ignored', async () => {
    localStorage.setItem('kept.ada.x', '{"tab":"t","scan":{"id":1}}')
    localStorage.setItem('kept.ada.y', '{"tab":"t","sc')
    expect(await open().queue.start()).toBe(0)
  })

  test('B3 full browser storage holds up no scan', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const full = new Proxy(localStorage, {
      get: (store, name) => {
        if (name === 'setItem') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        const member: unknown = Reflect.get(store, name)
        return typeof member === 'function' ? member.bind(store) : member
      },
    })
    const tab = open({ localStore: full })
    tab.scan('T1')
    await tab.reply(refused)
    tab.scan('T2')
    await tab.reply(refused)
    await settle()
    expect(tab.codesSent()).toEqual(['T1', 'T2'])
    expect(tab.states()).toEqual(['refused', 'refused'])
    warn.mockRestore()
  })
})
