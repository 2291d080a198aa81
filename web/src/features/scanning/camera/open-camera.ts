import { createLocalStore } from '../../../api/create-store.ts'
import { type CameraProblem, insecurePage, problemOf } from './camera-problem.ts'

const chosen = createLocalStore('lims.camera')

export type OpenCamera = {
  stream: MediaStream
  track: MediaStreamTrack
  /** All cameras of this device. */
  deviceIds: readonly string[]
  hasTorch: boolean
  /** Faces the person who holds it: they aim better in a mirrored picture. */
  isMirror: boolean
}

/** Opens the chosen camera, or else the one at the back. Never throws. */
export async function openCamera(): Promise<OpenCamera | CameraProblem> {
  // Undefined on a page without https, although the types say otherwise.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices || !window.isSecureContext) return insecurePage
  return devices.getUserMedia({ audio: false, video: videoConstraints() }).then(
    (stream) =>
      describe(stream, devices).catch((failure: Error) => {
        stopTracks(stream)
        return problemOf(failure)
      }),
    problemOf,
  )
}

async function describe(stream: MediaStream, devices: MediaDevices): Promise<OpenCamera> {
  const [track] = stream.getVideoTracks()
  if (!track) throw new Error('A stream without a picture')
  const known = await devices.enumerateDevices()
  const cameras = known.filter(({ kind }) => kind === 'videoinput')
  return {
    stream,
    track,
    deviceIds: cameras.map(({ deviceId }) => deviceId),
    hasTorch: (track.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true,
    isMirror: track.getSettings().facingMode === 'user',
  }
}

/** Small codes need many pixels. Nothing is required: any camera is better than none. */
function videoConstraints(): MediaTrackConstraints {
  const deviceId = chosen.get()
  return {
    width: { ideal: 1920 },
    height: { ideal: 1080 },
    ...(deviceId ? { deviceId: { ideal: deviceId } } : { facingMode: { ideal: 'environment' } }),
  }
}

/**
 * Remembers the next camera of this device, to be opened from now on; for this page only, if the browser has no room.
 */
export function chooseNextCamera({ track, deviceIds }: OpenCamera): void {
  const present = deviceIds.indexOf(track.getSettings().deviceId ?? '')
  chosen.set(deviceIds[(present + 1) % deviceIds.length] ?? '')
}

export const closeCamera = ({ stream }: OpenCamera): void => stopTracks(stream)

/** Until every track is stopped, the light of the camera stays on. */
function stopTracks(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}

/** Switches the torch, which the types of the browser do not know yet. */
export const setTorch = ({ track }: OpenCamera, isLit: boolean): Promise<void> =>
  track.applyConstraints({ advanced: [{ torch: isLit } as MediaTrackConstraintSet] })
