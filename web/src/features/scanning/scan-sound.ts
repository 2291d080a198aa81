import { createLocalStore } from '../../api/create-store.ts'

type Tone = { hertz: number; afterMs: number; forMs: number; shape: OscillatorType }

/**
 * Distinguishable without looking, also for people who hear high notes badly: two short rising notes, one long low
 * note.
 */
const tones: Record<'success' | 'failure', readonly Tone[]> = {
  success: [
    { hertz: 880, afterMs: 0, forMs: 70, shape: 'sine' },
    { hertz: 1320, afterMs: 80, forMs: 110, shape: 'sine' },
  ],
  failure: [{ hertz: 185, afterMs: 0, forMs: 420, shape: 'square' }],
}

const successStates = [
  'received',
  'placed',
  'checked-out',
  'returned',
  'put-away',
  'looked-up',
  'picked',
  'box',
  'picked-up',
  'confirmed',
]

const muted = createLocalStore('lims.receive-muted')
let audio: AudioContext | undefined

export const scanSoundMuted = {
  get: (): boolean => muted.get() === 'yes',
  set: (isMuted: boolean): void => muted.set(isMuted ? 'yes' : 'no'),
  subscribe: muted.subscribe,
}

/** Enables sound during a click: browsers allow it only then, and scans by the camera come without a click. */
export function enableSound(): void {
  runningAudio()
}

/** Plays the sound of an outcome. A scan that could not be sent sounds like a refused one: both need attention. */
export function playScanSound(state: string): void {
  const context = runningAudio()
  if (!context) return
  for (const tone of tones[successStates.includes(state) ? 'success' : 'failure']) playTone(context, tone)
}

/** Undefined if sounds are muted, or the browser has none. */
function runningAudio(): AudioContext | undefined {
  if (scanSoundMuted.get() || typeof AudioContext === 'undefined') return undefined
  audio ??= new AudioContext()
  // A call or the locked screen interrupts it on a phone, where nothing else resumes it.
  void audio.resume()
  return audio
}

function playTone(context: AudioContext, { hertz, afterMs, forMs, shape }: Tone) {
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
