import { vi } from 'vitest'

/** A loudspeaker: the frequencies that it has played, in hertz. It plays none while it is interrupted. */
export function fakeAudio() {
  const played: number[] = []
  let isRunning = true
  const gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
      destination = {}
      resume = async () => {
        isRunning = true
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
        if (isRunning) played.push(this.frequency)
      }
      stop() {}
    },
  )
  const interrupt = () => {
    isRunning = false
  }
  return { played, interrupt }
}
