import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mute, soundOutcome } from './scan-sound.ts'

const heard: number[] = []

beforeEach(() => {
  heard.length = 0
  const gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
      destination = {}
    },
  )
  vi.stubGlobal(
    'GainNode',
    class {
      gain = gain
      connect = (next: unknown) => next
    },
  )
  vi.stubGlobal(
    'OscillatorNode',
    class {
      frequency: number
      constructor(_context: unknown, { frequency }: { frequency: number }) {
        this.frequency = frequency
      }
      connect = (next: unknown) => next
      start() {
        heard.push(this.frequency)
      }
      stop() {}
    },
  )
})

afterEach(() => vi.unstubAllGlobals())

test('a received scan rises, a refused one and an unsent one are low', () => {
  soundOutcome('received')
  expect(heard).toEqual([880, 1320])
  soundOutcome('refused')
  soundOutcome('unsent')
  expect(heard.slice(2)).toEqual([185, 185])
})

test('can be muted, and stays so in this browser', () => {
  mute(true)
  soundOutcome('received')
  expect(heard).toEqual([])
  mute(false)
  soundOutcome('received')
  expect(heard).not.toEqual([])
})
