import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPrintDesk, places, until } from '../../../../test/print-desk.ts'
import { CallError } from '../../../api/call-error.ts'
import type { SendResult } from './print-run-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sent: SendResult = { state: 'sent' }
const doubtful: SendResult = { state: 'unknown', reason: 'connection broke' }
const noAnswer = () => new CallError('Failed to fetch', { code: 'no-answer' })

test('a decision about a label whose doubt the server does not know yet is recorded as soon as it does', async () => {
  const desk = openPrintDesk({ labels: 3, agent: (place) => (place === 2 ? doubtful : sent) })
  const queue = desk.openWindow()
  queue.start()
  for (let ms = 0; places(desk).length < 2 && ms < 1000; ms++) await vi.advanceTimersByTimeAsync(1)
  desk.serverFailures = [noAnswer(), noAnswer(), noAnswer()]
  await until(queue, 'paused')
  expect(queue.state.get()).toMatchObject({ issue: { source: 'server' }, inDoubt: [{ place: 2 }] })
  expect(desk.states[1]).toBe('sending')

  const decision = queue.resolveDoubts([2], 'printed')
  await vi.advanceTimersByTimeAsync(1000)
  queue.resume()
  await until(queue, 'done')
  await decision
  expect(desk.counts()).toMatchObject({ sent: 3 })
  expect(queue.state.get()).toMatchObject({ ending: { how: 'completed' }, inDoubt: [], counts: { sent: 3 } })
})

test('labels that are found in doubt while the agent is slow with the next one can be decided at once', async () => {
  const desk = openPrintDesk({ labels: 2, agentMs: 5000 })
  const queue = desk.openWindow()
  queue.start()
  for (let ms = 0; places(desk).length < 2 && ms < 9000; ms++) {
    if (ms === 4000) {
      desk.printer = 'paused'
      desk.statusMs = 1000
    }
    await vi.advanceTimersByTimeAsync(1)
  }
  await until(queue, 'paused')
  expect(queue.state.get()).toMatchObject({ inDoubt: [{ place: 1 }], current: { label: { place: 2 } } })
  expect(desk.states).toEqual(['sent', 'sending'])

  desk.fixPrinter()
  const decision = queue.resolveDoubts([1], 'left-out')
  await vi.advanceTimersByTimeAsync(100)
  await decision
  expect(desk.states).toEqual(['cancelled', 'sending'])
})

test('a run whose last doubt was decided on the page of the sample is completed in its window', async () => {
  const desk = openPrintDesk({ labels: 2, agent: (place) => (place === 1 ? doubtful : sent) })
  const queue = desk.openWindow()
  queue.start()
  await until(queue, 'done')
  expect(queue.state.get()).toMatchObject({ ending: { how: 'unfinished' }, counts: { unknown: 1 } })

  desk.states[0] = 'sent'
  const decision = expect(queue.resolveDoubts([1], 'printed')).rejects.toThrow('Label 1')
  await vi.advanceTimersByTimeAsync(100)
  await decision
  expect(queue.state.get()).toMatchObject({ ending: { how: 'completed' }, counts: { sent: 2 }, inDoubt: [] })
  expect(desk.isFinished).toBe(true)
})

test('a label that did not print, as the page of the sample says, is printed by its unfinished run', async () => {
  const desk = openPrintDesk({
    labels: 2,
    agent: (place, nth) => (place === 1 && nth === 1 ? doubtful : sent),
  })
  const queue = desk.openWindow()
  queue.start()
  await until(queue, 'done')
  desk.states[0] = 'waiting'
  const decision = expect(queue.resolveDoubts([1], 'printed')).rejects.toThrow('Label 1')
  await vi.advanceTimersByTimeAsync(100)
  await decision
  await until(queue, 'done')
  expect(queue.state.get()).toMatchObject({ ending: { how: 'completed' }, counts: { sent: 2, cancelled: 0 } })
  expect(places(desk)).toEqual([1, 2, 1])
})

test('a decision refused while labels are printed leaves their number right', async () => {
  const desk = openPrintDesk({ labels: 60, agent: (place) => (place <= 2 ? doubtful : sent) })
  const queue = desk.openWindow()
  queue.start()
  for (let ms = 0; places(desk).length < 9 && ms < 9000; ms++) await vi.advanceTimersByTimeAsync(1)

  for (let place = 1; place <= 2; place++) {
    desk.states[place - 1] = 'cancelled'
    const decision = expect(queue.resolveDoubts([place], 'printed')).rejects.toThrow(`Label ${place}`)
    await vi.advanceTimersByTimeAsync(place * 31)
    await decision
  }
  expect(queue.state.get().inDoubt).toEqual([])
  await until(queue, 'done')
  expect(queue.state.get()).toMatchObject({
    ending: { how: 'completed' },
    counts: { sent: 58, cancelled: 2, unknown: 0 },
  })
})

test('a run that a person leaves during a decision does not go on printing', async () => {
  const desk = openPrintDesk({ labels: 3 })
  desk.states[0] = 'unknown'
  const queue = desk.openWindow()
  void queue.load()
  await vi.advanceTimersByTimeAsync(100)
  const decision = queue.resolveDoubts([1], 'printed')
  queue.leave()
  await vi.advanceTimersByTimeAsync(1000)
  await decision
  expect(places(desk)).toEqual([])
  expect(desk.states).toEqual(['sent', 'waiting', 'waiting'])
})

test('more labels in doubt than one request takes are decided together', async () => {
  const desk = openPrintDesk({ labels: 2500 })
  desk.states.fill('unknown')
  const queue = desk.openWindow()
  void queue.load()
  await vi.advanceTimersByTimeAsync(1000)
  const inDoubt = queue.state.get().inDoubt.map(({ place }) => place)
  expect(inDoubt).toHaveLength(2500)
  const decision = queue.resolveDoubts(inDoubt, 'printed')
  await vi.advanceTimersByTimeAsync(1000)
  await decision
  expect(desk.counts()).toMatchObject({ sent: 2500, unknown: 0 })
  expect(desk.markCalls).toBe(3)
  expect(queue.state.get()).toMatchObject({
    inDoubt: [],
    counts: { sent: 2500 },
    ending: { how: 'completed' },
  })
})

test('of many labels in doubt, those that were recorded before a refusal stay decided', async () => {
  const desk = openPrintDesk({ labels: 1500 })
  desk.states.fill('unknown')
  const queue = desk.openWindow()
  void queue.load()
  await vi.advanceTimersByTimeAsync(1000)
  const inDoubt = queue.state.get().inDoubt.map(({ place }) => place)
  desk.states[1499] = 'sent'
  const decision = expect(queue.resolveDoubts(inDoubt, 'left-out')).rejects.toThrow('Label 1500')
  await vi.advanceTimersByTimeAsync(1000)
  await decision
  expect(desk.counts()).toMatchObject({ cancelled: 1000, unknown: 499, sent: 1 })
  expect(queue.state.get().inDoubt).toHaveLength(499)
  expect(queue.state.get().counts).toEqual(desk.counts())
})

test('the late report of a window is not taken for one of the window that has taken over', async () => {
  const failed: SendResult = { state: 'failed', reason: 'refused at last' }
  const desk = openPrintDesk({ labels: 2, agentMs: 5000, agent: (_, nth) => (nth === 1 ? failed : sent) })
  const first = desk.openWindow()
  first.start()
  await vi.advanceTimersByTimeAsync(4000)

  const second = desk.openWindow()
  second.load()
  await vi.advanceTimersByTimeAsync(100)
  await Promise.all([second.resolveDoubts([1], 'again'), vi.advanceTimersByTimeAsync(500)])
  expect(desk.states).toEqual(['sending', 'waiting'])
  await until(first, 'done')
  expect(first.state.get().ending).toMatchObject({ how: 'stopped' })
  expect(desk.states[0]).toBe('sending')
  await until(second, 'done')
  expect(desk.counts()).toMatchObject({ sent: 2, failed: 0 })
})
