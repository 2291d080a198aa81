import { nextPrintStates, type PrintLabel, type PrintState } from '@lims/contract/print-runs.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noLabels } from '../../../../test/records.ts'
import {
  hasEnded,
  initialState,
  isInactive,
  isPrinting,
  type LabelChange,
  type PrintCounts,
  type PrintPhase,
  type PrintRunState,
  type SendResult,
} from './print-run-state.ts'
import { type PrintRunEvent, reducePrintRun } from './reduce-print-run.ts'

const labelAt = (place: number): PrintLabel => ({
  place,
  sampleId: `7f9c24e8-3b1a-4d0e-9c55-${String(place).padStart(12, '0')}`,
  sampleName: `NB-${place}`,
  tubeId: `T${place}`,
  state: 'waiting',
  reason: '',
  attempts: 0,
  labelData: '^XA^XZ',
})
const label = labelAt(1)
const counts = (some: Partial<PrintCounts> = {}): PrintCounts => ({ ...noLabels, ...some })
const after = (events: PrintRunEvent[], from = initialState({ counts: counts({ waiting: 9 }) })) =>
  events.reduce(reducePrintRun, from)

const started: PrintRunEvent = { type: 'started', source: 'waiting' }
const claimed: PrintRunEvent = { type: 'label-claimed', label, from: 'waiting' }
const sending: PrintRunEvent = { type: 'label-sending' }
const resultOf = (state: SendResult['state']): PrintRunEvent => ({
  type: 'label-result',
  result: state === 'sent' ? { state } : { state, reason: 'out of labels' },
})
const silent: PrintRunEvent = { type: 'server-silent', message: 'Failed to fetch' }
const mediaOut: PrintRunEvent = {
  type: 'printer-status',
  status: { state: 'media-out', labelsWaiting: 1 },
  acceptedBefore: 0,
}
const usedUp: PrintRunEvent = { type: 'labels-used-up' }
const ended: PrintRunEvent = { type: 'ended', how: 'completed', counts: counts({ sent: 9 }) }
const refused: PrintRunEvent = { type: 'refused', message: 'This run goes on in another window.' }

const inPhase: Record<string, PrintRunEvent[]> = {
  idle: [],
  printing: [started],
  paused: [started, { type: 'paused' }],
  cancelling: [started, { type: 'cancelled' }],
  unfinished: [started, usedUp],
  ended: [started, ended],
}

test.each<[string, PrintRunEvent, PrintPhase]>([
  ['idle', started, 'printing'],
  ['printing', started, 'printing'],
  ['paused', started, 'paused'],
  ['cancelling', started, 'cancelling'],
  ['unfinished', started, 'printing'],
  ['ended', started, 'done'],
  ['idle', { type: 'paused' }, 'idle'],
  ['printing', { type: 'paused' }, 'paused'],
  ['cancelling', { type: 'paused' }, 'cancelling'],
  ['idle', { type: 'resumed' }, 'idle'],
  ['paused', { type: 'resumed' }, 'printing'],
  ['cancelling', { type: 'resumed' }, 'cancelling'],
  ['ended', { type: 'resumed' }, 'done'],
  ['idle', { type: 'cancelled' }, 'cancelling'],
  ['printing', { type: 'cancelled' }, 'cancelling'],
  ['paused', { type: 'cancelled' }, 'cancelling'],
  ['unfinished', { type: 'cancelled' }, 'cancelling'],
  ['ended', { type: 'cancelled' }, 'done'],
  ['idle', { type: 'left' }, 'idle'],
  ['printing', { type: 'left' }, 'paused'],
  ['cancelling', { type: 'left' }, 'cancelling'],
  ['printing', silent, 'paused'],
  ['cancelling', silent, 'cancelling'],
  ['printing', mediaOut, 'paused'],
  ['cancelling', mediaOut, 'cancelling'],
  ['ended', mediaOut, 'done'],
  ['printing', usedUp, 'done'],
  ['printing', ended, 'done'],
  ['cancelling', ended, 'done'],
  ['paused', refused, 'done'],
  ['cancelling', refused, 'done'],
])('PRINT-10 a run that is %s is, after %j, %s', (before, event, phase) => {
  expect(after([...(inPhase[before] ?? []), event]).phase).toBe(phase)
})

test.each<[string, PrintRunEvent[]]>([
  ['sent without being claimed', [started, sending]],
  ['sent twice', [started, claimed, sending, sending]],
  ['sent while the run is paused', [started, claimed, { type: 'paused' }, sending]],
  ['sent while the run is being cancelled', [started, claimed, { type: 'cancelled' }, sending]],
  ['claimed before the previous one is settled', [started, claimed, { ...claimed, label: labelAt(2) }]],
  ['taken back after it was sent', [started, claimed, sending, { type: 'label-released' }]],
])('a label is never %s', (_case, events) => {
  expect(() => after(events)).toThrow()
})

test.each<[SendResult['state'], Partial<PrintRunState>]>([
  [
    'sent',
    {
      counts: counts({ waiting: 8, sent: 1 }),
      errors: [],
      inDoubt: [],
      atPrinter: [{ ...label, attempts: 1 }],
    },
  ],
  ['failed', { counts: counts({ waiting: 8, failed: 1 }), inDoubt: [], atPrinter: [] }],
  ['unknown', { counts: counts({ waiting: 8, unknown: 1 }), atPrinter: [] }],
])('a label that is %s is counted and reported as such', (state, expected) => {
  const result = after([started, claimed, sending, resultOf(state)])
  expect(result).toMatchObject(expected)
  expect(result.unreported).toMatchObject([{ place: 1, from: 'sending', to: state, attempt: 1 }])
  expect(result.errors).toHaveLength(state === 'sent' ? 0 : 1)
  expect(result.inDoubt.map(({ place }) => place)).toEqual(state === 'unknown' ? [1] : [])
})

test('PRINT-11 three failures in a row pause the run, and a label that is sent between them starts the count again', () => {
  const print = (place: number, result: SendResult['state']): PrintRunEvent[] => [
    { type: 'label-claimed', label: labelAt(place), from: 'waiting' },
    sending,
    resultOf(result),
  ]
  const twice = after([started, ...print(1, 'failed'), ...print(2, 'failed')])
  expect(twice.phase).toBe('printing')
  expect(after(print(3, 'unknown'), twice)).toMatchObject({ phase: 'paused', issue: { source: 'printer' } })
  expect(after([...print(3, 'sent'), ...print(4, 'failed')], twice).phase).toBe('printing')
})

test('labels that may wait in a printer with a problem are in doubt, reported or not', () => {
  const sentOne = after([started, claimed, sending, resultOf('sent')])
  const unreported = after([mediaOut], sentOne)
  expect(unreported).toMatchObject({ counts: { sent: 0, unknown: 1 }, atPrinter: [], phase: 'paused' })
  expect(unreported.unreported).toMatchObject([{ place: 1, from: 'sending', to: 'unknown' }])
  const reported = after([{ type: 'report-sent' }, mediaOut], sentOne)
  expect(reported.unreported).toMatchObject([{ place: 1, from: 'sent', to: 'unknown' }])
  expect(reported.inDoubt).toMatchObject([
    { place: 1, reason: 'The printer is out of labels. The label may be waiting in the printer.' },
  ])
})

test('labels that have left the printer are not in doubt when it stops', () => {
  const print = (place: number): PrintRunEvent[] => [
    { type: 'label-claimed', label: labelAt(place), from: 'waiting' },
    sending,
    resultOf('sent'),
  ]
  const ready = (labelsWaiting: number, acceptedBefore: number): PrintRunEvent => ({
    type: 'printer-status',
    status: { state: 'ready', labelsWaiting },
    acceptedBefore,
  })
  // Label 4 was accepted after the status was requested.
  const four = after([started, ...print(1), ...print(2), ...print(3), ...print(4), ready(1, 3)])
  expect(four.atPrinter.map(({ place }) => place)).toEqual([3, 4])
  expect(after([mediaOut], four).inDoubt.map(({ place }) => place)).toEqual([3, 4])
  expect(after([ready(9, 2), mediaOut], four).inDoubt).toHaveLength(2)
})

const steps = [
  ...['start', 'retry', 'pause', 'resume', 'cancel', 'leave', 'crash', 'silence', 'report', 'finish'],
  ...['claim', 'claim', 'claim', 'send', 'send', 'send', 'sent', 'sent', 'failed', 'unknown', 'delete'],
  ...['ready', 'media out', 'no status', 'printed', 'again', 'left out', 'all tried'],
  ...['decided elsewhere', 'load'],
] as const
type Step = { step: (typeof steps)[number]; pick: number }
const aStory = fc.record({
  labels: fc.integer({ min: 1, max: 6 }),
  story: fc.array(fc.record({ step: fc.constantFrom(...steps), pick: fc.nat(5) }), {
    maxLength: 120,
    size: 'max',
  }),
})
/** One window after the other, on a server that keeps the rules of the contract. */
class World {
  readonly server: PrintState[]
  readonly timesSent: number[]
  /** How often a label may be sent: once, and again after it failed or when a person wants it again. */
  readonly timesAllowed: number[]
  state: PrintRunState
  isFinished = false

  constructor(labels: number) {
    this.server = Array.from({ length: labels }, () => 'waiting')
    this.timesSent = this.server.map(() => 0)
    this.timesAllowed = this.server.map(() => 1)
    this.state = initialState({ counts: this.serverCounts() })
  }

  dispatch(event: PrintRunEvent) {
    this.state = reducePrintRun(this.state, event)
  }

  serverCounts(): PrintCounts {
    const all = counts()
    for (const state of this.server) all[state]++
    return all
  }

  places(state: PrintState): number[] {
    return this.server.flatMap((is, index) => (is === state ? [index + 1] : []))
  }

  record({ place, from, to }: LabelChange) {
    expect([place, this.server[place - 1]]).toEqual([place, from])
    expect(nextPrintStates[from]).toContain(to)
    this.server[place - 1] = to
  }

  report() {
    for (const change of this.state.unreported) this.record(change)
    this.dispatch({ type: 'report-sent' })
  }

  finish(how: 'completed' | 'cancelled') {
    this.report()
    for (const place of this.places('waiting')) this.server[place - 1] = 'cancelled'
    this.isFinished = true
    this.dispatch({ type: 'ended', how, counts: this.serverCounts() })
  }

  /** A new window resumes the run: labels that were being sent are in doubt. */
  openWindow() {
    for (const place of this.places('sending')) this.server[place - 1] = 'unknown'
    this.state = initialState({ counts: this.serverCounts() })
    this.load()
  }

  load() {
    const doubts = this.places('unknown').map(labelAt)
    const failures = this.places('failed').map(labelAt)
    this.dispatch({ type: 'loaded', doubts, failures, counts: this.serverCounts() })
  }

  /** Somebody decides on the page of the sample, and this window notices it. */
  decideElsewhere(pick: number) {
    const places = this.places('unknown')
    const place = places[pick % places.length]
    if (place !== undefined) this.record({ place, from: 'unknown', to: pick % 2 ? 'sent' : 'cancelled' })
    this.load()
  }

  settle(state: SendResult['state']) {
    const place = this.state.current?.label.place ?? 0
    this.dispatch(resultOf(state))
    if (state === 'failed') this.timesAllowed[place - 1] = (this.timesAllowed[place - 1] ?? 0) + 1
  }

  claim(pick: number, isDeleted: boolean) {
    const { source, current, phase } = this.state
    const from = this.places(source).filter((place) => !this.isChanging(place))
    const place = from[pick % from.length]
    if (phase !== 'printing' || current || place === undefined) return
    this.report()
    this.record({ place, from: source, to: isDeleted ? 'cancelled' : 'sending' })
    const claim = { label: labelAt(place), from: source }
    this.dispatch(
      isDeleted
        ? { type: 'label-left-out', ...claim, isPrintedElsewhere: false }
        : { type: 'label-claimed', ...claim },
    )
  }

  isChanging = (place: number) => this.state.unreported.some((change) => change.place === place)

  sendOrRelease() {
    const { current } = this.state
    if (current?.step !== 'claimed') return
    if (!isPrinting(this.state)) return this.dispatch({ type: 'label-released' })
    this.dispatch({ type: 'label-sending' })
    this.timesSent[current.label.place - 1] = (this.timesSent[current.label.place - 1] ?? 0) + 1
  }

  resolve(pick: number, verdict: 'printed' | 'again' | 'left-out') {
    const places = this.places('unknown').filter((place) => !this.isChanging(place))
    const place = places[pick % places.length]
    if (place === undefined || (this.isFinished && verdict === 'again')) return
    const to = { printed: 'sent', again: 'waiting', 'left-out': 'cancelled' } as const
    this.record({ place, from: 'unknown', to: to[verdict] })
    this.dispatch({ type: 'doubts-resolved', places: [place], verdict })
    if (verdict === 'again') this.timesAllowed[place - 1] = (this.timesAllowed[place - 1] ?? 0) + 1
  }

  printerStatus(state: 'ready' | 'media-out' | 'unknown', labelsWaiting: number) {
    const acceptedBefore = this.state.atPrinter.length
    this.dispatch({ type: 'printer-status', status: { state, labelsWaiting }, acceptedBefore })
  }

  take({ step, pick }: Step) {
    const isSending = this.state.current?.step === 'sending'
    const isAtWork = !isInactive(this.state) && !hasEnded(this.state)
    if (step === 'start') this.dispatch(started)
    else if (step === 'retry') this.dispatch({ type: 'started', source: 'failed' })
    else if (step === 'pause') this.dispatch({ type: 'paused' })
    else if (step === 'resume') this.dispatch({ type: 'resumed' })
    else if (step === 'cancel') this.dispatch({ type: 'cancelled' })
    else if (step === 'leave') this.dispatch({ type: 'left' })
    else if (step === 'crash') this.openWindow()
    else if (step === 'silence' && isAtWork) this.dispatch(silent)
    else if (step === 'report') this.report()
    else if (step === 'claim') this.claim(pick, false)
    else if (step === 'delete') this.claim(pick, true)
    else if (step === 'send') this.sendOrRelease()
    else if (step === 'printed' || step === 'again') this.resolve(pick, step)
    else if (step === 'left out') this.resolve(pick, 'left-out')
    else if (step === 'decided elsewhere') this.decideElsewhere(pick)
    else if (step === 'load') this.load()
    else if (step === 'ready') this.printerStatus('ready', pick)
    else if (step === 'media out') this.printerStatus('media-out', pick)
    else if (step === 'no status') this.printerStatus('unknown', 0)
    else if (isSending && (step === 'sent' || step === 'failed' || step === 'unknown')) this.settle(step)
    else if (step === 'all tried' && isPrinting(this.state) && !this.state.current) this.dispatch(usedUp)
    else if (step === 'finish' && this.state.phase === 'cancelling' && !this.state.current)
      this.finish('cancelled')
  }

  /** What the server will know once everything is reported. */
  expectedCounts(): PrintCounts {
    const known = [...this.server]
    for (const { place, to } of this.state.unreported) known[place - 1] = to
    const all = counts()
    for (const state of known) all[state]++
    return all
  }
}

const eachStep = (check: (world: World, before: PrintRunState, step: Step) => void) =>
  fc.assert(
    fc.property(aStory, ({ labels, story }) => {
      const world = new World(labels)
      for (const step of story) {
        if (world.isFinished) break
        const before = world.state
        world.take(step)
        check(world, before, step)
      }
    }),
    { seed: 20261122, numRuns: 250 },
  )

test('in any order of events no label is sent once more than allowed, and the server accepts every change', () => {
  eachStep(({ timesSent, timesAllowed }) => {
    for (const [index, times] of timesSent.entries())
      expect(times).toBeLessThanOrEqual(timesAllowed[index] ?? 0)
  })
})

test('in any order of events the counts add up, and are those that the server knows or will know', () => {
  eachStep((world) => {
    expect(world.state.counts).toEqual(world.expectedCounts())
  })
})

test('in any order of events every label that may have been printed is in doubt', () => {
  eachStep(({ state }) => {
    expect(state.inDoubt).toHaveLength(state.counts.unknown)
    expect(new Set(state.inDoubt.map(({ place }) => place)).size).toBe(state.inDoubt.length)
  })
})

test('a label that was being sent when its window closed is in doubt in the next window', () => {
  eachStep(({ state }, before, { step }) => {
    if (step !== 'crash' || !before.current) return
    expect(state.inDoubt.map(({ place }) => place)).toContain(before.current.label.place)
  })
})

test('PRINT-10 in any order of events a cancelled run sends no other label, and ends', () => {
  eachStep((world, before, { step }) => {
    if (before.phase !== 'cancelling' || step === 'crash') return
    expect(['cancelling', 'done']).toContain(world.state.phase)
    if (before.current?.step !== 'sending') expect(world.state.current?.step).not.toBe('sending')
  })
  fc.assert(
    fc.property(aStory, ({ labels, story }) => {
      const world = new World(labels)
      for (const step of story) if (!world.isFinished) world.take(step)
      world.take({ step: 'cancel', pick: 0 })
      for (const step of ['send', 'sent', 'finish'] as const) world.take({ step, pick: 0 })
      expect(world.state).toMatchObject({ phase: 'done', ending: { how: 'cancelled' }, issue: undefined })
      expect(world.serverCounts()).toMatchObject({ waiting: 0, sending: 0 })
    }),
    { seed: 20261122, numRuns: 250 },
  )
})
