import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playScanSound, scanSoundMuted } from './scan-sound.ts'

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

test('a tube that is received or placed makes a rising sound, any other outcome a low one', () => {
  playScanSound('received')
  playScanSound('placed')
  expect(heard).toEqual([880, 1320, 880, 1320])
  for (const state of ['refused', 'unsent', 'stored']) playScanSound(state)
  expect(heard.slice(4)).toEqual([185, 185, 185])
})

test('can be muted, and stays so in this browser', () => {
  scanSoundMuted.set(true)
  playScanSound('received')
  expect(heard).toEqual([])
  scanSoundMuted.set(false)
  playScanSound('received')
  expect(heard).not.toEqual([])
})
