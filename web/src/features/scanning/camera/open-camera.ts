import { type CameraProblem, insecurePage, problemOf } from './camera-problem.ts'

const key = 'lims.camera'

export type OpenCamera = {
  stream: MediaStream
  track: MediaStreamTrack
  /** The cameras of this device, one after the other. */
  deviceIds: readonly string[]
  hasTorch: boolean
  /** Looks at the person who holds it: they aim better in a mirror. */
  isMirror: boolean
}

/** Asks the browser for the chosen camera, or the one at the back, and never throws. */
export async function openCamera(): Promise<OpenCamera | CameraProblem> {
  // Undefined on a page without https, whatever the types say.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices || !window.isSecureContext) return insecurePage
  return devices.getUserMedia({ audio: false, video: wanted() }).then(
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

/** A small code wants many pixels. None of it is a must: any camera is better than none. */
function wanted(): MediaTrackConstraints {
  const chosen = localStorage.getItem(key)
  return {
    width: { ideal: 1920 },
    height: { ideal: 1080 },
    ...(chosen ? { deviceId: { ideal: chosen } } : { facingMode: { ideal: 'environment' } }),
  }
}

/** The one after it is opened next time, on this device. */
export function chooseNextCamera({ track, deviceIds }: OpenCamera): void {
  const present = deviceIds.indexOf(track.getSettings().deviceId ?? '')
  localStorage.setItem(key, deviceIds[(present + 1) % deviceIds.length] ?? '')
}

export const closeCamera = ({ stream }: OpenCamera): void => stopTracks(stream)

/** Until each is stopped, the device shines its light. */
function stopTracks(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop()
}

/** Not in the types yet. */
export const lightTorch = ({ track }: OpenCamera, isLit: boolean): Promise<void> =>
  track.applyConstraints({ advanced: [{ torch: isLit } as MediaTrackConstraintSet] })
