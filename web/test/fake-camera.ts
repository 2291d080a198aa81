import { vi } from 'vitest'

type Settings = { cameras?: number; hasTorch?: boolean }

/**
 * A device with cameras: which were requested, which run, what the next pictures show, how many were read and what the
 * browser refuses.
 */
export function fakeCamera({ cameras = 1, hasTorch = false }: Settings = {}) {
  const requested: MediaTrackConstraints[] = []
  const running = new Set<EventTarget>()
  const lit: unknown[] = []
  let isTorchRefused = false
  let numPictures = 0
  const ids = Array.from({ length: cameras }, (_, index) => `camera-${index + 1}`)
  const seen: { code: string | undefined; refusal: Error | undefined; unlisted: Error | undefined } = {
    code: undefined,
    refusal: undefined,
    unlisted: undefined,
  }

  function open({ video }: { video: MediaTrackConstraints }) {
    requested.push(video)
    if (seen.refusal) return Promise.reject(seen.refusal)
    const wanted = (video.deviceId as { ideal: string } | undefined)?.ideal
    const track = Object.assign(new EventTarget(), {
      stop: () => running.delete(track),
      getSettings: () => ({ deviceId: wanted ?? ids[0] }),
      getCapabilities: () => ({ torch: hasTorch }),
      applyConstraints: async ({ advanced }: MediaTrackConstraints) => {
        if (isTorchRefused) throw new Error('refused')
        lit.push(advanced?.[0])
      },
    })
    running.add(track)
    return Promise.resolve({ getVideoTracks: () => [track], getTracks: () => [track] })
  }

  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('createImageBitmap', async () => ({}))
  vi.stubGlobal(
    'Worker',
    class {
      onmessage = (_: { data: unknown }) => {}
      postMessage = () => {
        numPictures += 1
        this.onmessage({ data: { code: seen.code } })
      }
      terminate() {}
    },
  )
  vi.spyOn(HTMLVideoElement.prototype, 'readyState', 'get').mockReturnValue(HTMLMediaElement.HAVE_ENOUGH_DATA)
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(1280)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(720)
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: {
      getUserMedia: open,
      enumerateDevices: async () => {
        if (seen.unlisted) throw seen.unlisted
        return ids.map((deviceId) => ({ kind: 'videoinput', deviceId }))
      },
    },
  })
  const refusesTorch = () => {
    isTorchRefused = true
  }
  return { requested, running, lit, seen, refusesTorch, numPictures: () => numPictures }
}
