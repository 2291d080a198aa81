import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  codeOf,
  openTab,
  ownFailure,
  queueKinds,
  refused,
  settle,
  unsent,
} from '../../../test/scan-queues.ts'
import { sameCode } from './scanned-code.ts'

const aScan = fc.record({ step: fc.constant('scan'), code: fc.nat() })
/** Whether the request reaches the server, and whether its reply reaches the browser. */
const aConnection = (...fates: string[]) =>
  fc.record({ step: fc.constant('connection'), fate: fc.constantFrom(...fates) })
const aStep = fc.oneof(
  { weight: 5, arbitrary: aScan },
  { weight: 3, arbitrary: fc.record({ step: fc.constant('wait'), ms: fc.integer({ min: 1, max: 1500 }) }) },
  {
    weight: 5,
    arbitrary: aConnection('reply', 'reply', 'reply', 'request lost', 'reply lost', 'own failure'),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constantFrom('reload', 'crash', 'clear', 'retry all') }) },
)
const aStepOnline = fc.oneof(aScan, aConnection('reply', 'own failure'))
const someSteps = fc.oneof(fc.array(aStep, { maxLength: 40 }), fc.array(aStepOnline, { maxLength: 40 }))
type Step = {
  step: string
  /** An index of the codes of the queue. */
  code?: number
  ms?: number
  fate?: string
}

const tubeOf = (code: string) => code.toLowerCase().replace('out ', '')
const isLabel = (code: string) => code.startsWith('STO')
const isReturn = (code: string) => !code.startsWith('out ')

/** Whether a scan must not reach the server before an earlier one, although that fails by itself. */
const waitsFor = (later: string, earlier: string) =>
  tubeOf(later) === tubeOf(earlier) ||
  (isReturn(later) && isReturn(earlier) && (isLabel(later) || isLabel(earlier)))

test.each(queueKinds)(
  'C5 $name: in any order of scans, replies, broken connections, reloads and crashes no scan is lost, acted on twice or before an earlier one',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(someSteps, fc.boolean(), async (steps, isKnown) => {
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
            const { id } = request
            // A key belongs to one code, however often the request is repeated.
            expect(actedOn.get(id) ?? codeOf(request)).toBe(codeOf(request))
            actedOn.set(id, codeOf(request))
          }
          await tab.reply(fate === 'reply' ? outcome : unsent)
        }

        function scan(code: string) {
          // After a crash the times of the scans tell their order.
          now += 1
          tab.wait(1)
          tab.scan(code)
          const found = tab.scans().find((made) => sameCode(codeOf(made), code))
          if (!found) throw new Error(`The scan of ${code} is not in the list`)
          scanned.set(found.id, code)
          const before = lastSeen.find((seen) => tubeOf(seen.code) === tubeOf(code))
          const isRepeated = before && sameCode(before.code, code) && now - before.at < 1000
          // A label confirms what was returned before it: after another tube, it is read for that one.
          if (isRepeated && (!isLabel(code) || before === lastSeen[0])) expect(found.id).toBe(before.id)
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
          if (step === 'scan') scan(kind.codes[(code ?? 0) % kind.codes.length] ?? '')
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
        // A scan that fails by itself holds up only those that depend on it.
        const inOrder = [...scanned]
        const acted = [...actedOn.keys()]
        const overtaken = inOrder.flatMap(([id, later], index) =>
          inOrder
            .slice(0, index)
            .filter(([, earlier]) => !hasOwnFailure || waitsFor(later, earlier))
            .filter(([earlierId]) => acted.indexOf(earlierId) > acted.indexOf(id))
            .map(([, earlier]) => `${later} before ${earlier}`),
        )
        expect(overtaken).toEqual([])
        expect(localStorage).toHaveLength(0)
      }),
      { numRuns: 500, seed: 5 },
    )
  },
)
