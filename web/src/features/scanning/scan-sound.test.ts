import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playScanSound, scanSoundMuted } from './scan-sound.ts'

const played: number[] = []
let audioState: string

beforeEach(() => {
  played.length = 0
  audioState = 'running'
  const gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
      destination = {}
      resume = async () => {
        audioState = 'running'
      }
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
        if (audioState === 'running') played.push(this.frequency)
      }
      stop() {}
    },
  )
})

afterEach(() => vi.unstubAllGlobals())

test('a tube that is received or placed makes a rising sound, any other outcome a low one', () => {
  playScanSound('received')
  playScanSound('placed')
  expect(played).toEqual([880, 1320, 880, 1320])
  for (const state of ['refused', 'unsent', 'stored']) playScanSound(state)
  expect(played.slice(4)).toEqual([185, 185, 185])
})

test('can be muted, and stays so in this browser', () => {
  scanSoundMuted.set(true)
  playScanSound('received')
  expect(played).toEqual([])
  scanSoundMuted.set(false)
  playScanSound('received')
  expect(played).not.toEqual([])
})

test('sounds again after a call or the locked screen of a phone has interrupted it', () => {
  playScanSound('received')
  audioState = 'interrupted'
  playScanSound('refused')
  expect(played).toEqual([880, 1320, 185])
})
