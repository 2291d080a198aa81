import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTab, ownFailure, queueKinds, refused, settle, unsent } from '../../../test/scan-queues.ts'
import { sameCode } from './scanned-code.ts'

const aStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ step: fc.constant('scan'), code: fc.constantFrom('T1', 't1', 'T2', 'T3') }),
  },
  { weight: 3, arbitrary: fc.record({ step: fc.constant('wait'), ms: fc.integer({ min: 1, max: 1500 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      step: fc.constant('connection'),
      /** Whether the request reaches the server, and whether its reply reaches the browser. */
      fate: fc.constantFrom('reply', 'reply', 'reply', 'request lost', 'reply lost', 'own failure'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constantFrom('reload', 'crash', 'clear', 'retry all') }) },
)
type Step = {
  step: string
  code?: string
  ms?: number
  fate?: string
}

test.each(queueKinds)(
  'C5 $name: in any order of scans, replies, broken connections, reloads and crashes no scan is lost, acted on twice or before an earlier one',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { maxLength: 40 }), fc.boolean(), async (steps, isKnown) => {
        localStorage.clear()
        const outcome = isKnown ? kind.done : refused
        /** The requests that the server has acted on, by idempotency key. */
        const actedOn = new Map<string, string>()
        const scanned = new Map<string, string>()
        let hasOwnFailure = false
        let tab = openTab(kind)
        let lastSeen: { code: string; id: string; at: number }[] = []
        let now = 0

        async function connection(fate: string) {
          const request = tab.sent.at(-1)
          if (!tab.isSending() || !request) return
          if (fate === 'own failure') {
            hasOwnFailure = true
            return tab.reply(ownFailure)
          }
          if (fate !== 'request lost') {
            const { id, readings } = request
            // A key belongs to one code, however often the request is repeated.
            expect(actedOn.get(id) ?? readings.raw).toBe(readings.raw)
            actedOn.set(id, readings.raw)
          }
          await tab.reply(fate === 'reply' ? outcome : unsent)
        }

        function scan(code: string) {
          // After a crash the times of the scans tell their order.
          now += 1
          tab.wait(1)
          tab.scan(code)
          const found = tab.scans().find(({ readings }) => sameCode(readings.raw, code))
          if (!found) throw new Error(`The scan of ${code} is not in the list`)
          scanned.set(found.id, code.toLowerCase())
          const before = lastSeen.find((seen) => sameCode(seen.code, code))
          if (before && now - before.at < 1000) expect(found.id).toBe(before.id)
          lastSeen = [{ code, id: found.id, at: now }, ...lastSeen.filter((seen) => seen !== before)]
        }

        function open(stored: Map<string, string>) {
          const next = openTab(kind, { stored })
          next.wait(now)
          lastSeen = []
          void next.queue.start()
          return next
        }

        for (const { step, code, ms, fate } of steps as Step[]) {
          if (step === 'scan') scan(code ?? '')
          else if (step === 'connection') await connection(fate ?? '')
          else if (step === 'retry all') tab.queue.retryUnsent()
          else if (step === 'reload') tab = open(tab.stored)
          else if (step === 'crash') tab = open(new Map())
          else if (step === 'clear') {
            tab.queue.clear()
            lastSeen = []
          } else {
            now += ms ?? 0
            tab.wait(ms ?? 0)
          }
          await settle()
          // One after the other: never two requests at once.
          expect(tab.states().filter((state) => state === 'sending').length).toBeLessThanOrEqual(1)
        }

        tab = open(new Map())
        await settle()
        for (let round = 0; tab.queue.hasUnsent() && round < 200; round += 1) {
          tab.queue.retryUnsent()
          await connection('reply')
        }
        expect(tab.states().filter((state) => state !== outcome.state)).toEqual([])
        expect([...actedOn.keys()].toSorted()).toEqual([...scanned.keys()].toSorted())
        // A scan that fails by itself holds up only those of its code.
        const codes = hasOwnFailure ? new Set(scanned.values()) : [undefined]
        for (const code of codes) {
          const isOfCode = (id: string) => code === undefined || scanned.get(id) === code
          expect([...actedOn.keys()].filter(isOfCode)).toEqual([...scanned.keys()].filter(isOfCode))
        }
        expect(localStorage).toHaveLength(0)
      }),
      { numRuns: 500, seed: 5 },
    )
  },
)
