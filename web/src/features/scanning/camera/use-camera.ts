import { useEffect, useState, useSyncExternalStore } from 'react'
import { type CameraProblem, disconnected } from './camera-problem.ts'
import { chooseNextCamera, closeCamera, lightTorch, type OpenCamera, openCamera } from './open-camera.ts'

type Shown = { camera?: OpenCamera; problem?: CameraProblem }

/** A camera that runs while it is on and the page is to be seen, and not a moment longer. */
export function useCamera(isOn: boolean) {
  const [shown, setShown] = useState<Shown>({})
  const [attempt, setAttempt] = useState(0)
  const [isLit, setLit] = useState(false)
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')

  // In step with the device, which shines a light at people while it is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it anew
  useEffect(() => {
    if (!isOn || !isVisible) return
    let opened: OpenCamera | undefined
    let isOver = false
    const fail = (problem: CameraProblem) => isOver || setShown({ problem })
    const begin = (camera: OpenCamera) => {
      if (isOver) return closeCamera(camera)
      opened = camera
      camera.track.addEventListener('ended', () => fail(disconnected))
      setShown({ camera })
    }
    void openCamera().then((answer) => ('stream' in answer ? begin(answer) : fail(answer)))
    return () => {
      isOver = true
      if (opened) closeCamera(opened)
      setShown({})
      setLit(false)
    }
  }, [isOn, isVisible, attempt])

  const { camera } = shown
  const again = () => setAttempt((last) => last + 1)
  return {
    ...shown,
    isLit,
    retry: again,
    fail: (problem: CameraProblem) => setShown({ problem }),
    next:
      camera && camera.deviceIds.length > 1
        ? () => {
            chooseNextCamera(camera)
            again()
          }
        : undefined,
    switchTorch: camera?.hasTorch ? () => lightTorch(camera, !isLit).then(() => setLit(!isLit)) : undefined,
  }
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
