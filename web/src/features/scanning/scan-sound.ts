import type { ScanOutcome } from './scan-session.ts'

type Tone = { hertz: number; afterMs: number; forMs: number; shape: OscillatorType }

/** Told apart without looking, also by who hears high notes badly: two short ones rising, one long and low. */
const tones: Record<'received' | 'refused', readonly Tone[]> = {
  received: [
    { hertz: 880, afterMs: 0, forMs: 70, shape: 'sine' },
    { hertz: 1320, afterMs: 80, forMs: 110, shape: 'sine' },
  ],
  refused: [{ hertz: 185, afterMs: 0, forMs: 420, shape: 'square' }],
}

const key = 'lims.receive-muted'
const listeners = new Set<() => void>()
let audio: AudioContext | undefined

export const isMuted = (): boolean => localStorage.getItem(key) === 'yes'

export function mute(muted: boolean): void {
  localStorage.setItem(key, muted ? 'yes' : 'no')
  for (const listener of listeners) listener()
}

export function onMuteChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A browser lets a page sound only after a press; scans by the camera come without one. */
export function wakeSound(): void {
  if (isMuted() || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  void audio.resume()
}

/** A scan that could not be sent sounds as a refused one: both want the person to look. */
export function soundOutcome(state: ScanOutcome['state']): void {
  if (isMuted() || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  for (const tone of tones[state === 'received' ? 'received' : 'refused']) play(audio, tone)
}

function play(context: AudioContext, { hertz, afterMs, forMs, shape }: Tone) {
  const oscillator = new OscillatorNode(context, { type: shape, frequency: hertz })
  const volume = new GainNode(context, { gain: 0 })
  const from = context.currentTime + afterMs / 1000
  const to = from + forMs / 1000
  volume.gain.setValueAtTime(0.15, from)
  // Without a fade the loudspeaker clicks.
  volume.gain.exponentialRampToValueAtTime(0.001, to)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(from)
  oscillator.stop(to)
}
