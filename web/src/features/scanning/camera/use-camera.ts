import { App } from 'antd'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type CameraProblem, disconnected } from './camera-problem.ts'
import { chooseNextCamera, closeCamera, type OpenCamera, openCamera, setTorch } from './open-camera.ts'

type Shown = { camera?: OpenCamera; problem?: CameraProblem }

/** Runs a camera while `isOn` and the page is visible. */
export function useCamera(isOn: boolean) {
  const [shown, setShown] = useState<Shown>({})
  const [attempt, setAttempt] = useState(0)
  const [isLit, setLit] = useState(false)
  const { message } = App.useApp()
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')

  // Synchronises with the device, whose light is on while it is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the camera again
  useEffect(() => {
    if (!isOn || !isVisible) return
    let opened: OpenCamera | undefined
    let isClosed = false
    const fail = (problem: CameraProblem) => isClosed || setShown({ problem })
    const show = (camera: OpenCamera) => {
      if (isClosed) return closeCamera(camera)
      opened = camera
      camera.track.addEventListener('ended', () => fail(disconnected))
      setShown({ camera })
    }
    void openCamera().then((result) => ('stream' in result ? show(result) : fail(result)))
    return () => {
      isClosed = true
      if (opened) closeCamera(opened)
      setShown({})
      setLit(false)
    }
  }, [isOn, isVisible, attempt])

  const { camera } = shown
  const restart = () => setAttempt((last) => last + 1)
  return {
    ...shown,
    isLit,
    retry: restart,
    fail: (problem: CameraProblem) => {
      if (camera) closeCamera(camera)
      setShown({ problem })
    },
    next:
      camera && camera.deviceIds.length > 1
        ? () => {
            chooseNextCamera(camera)
            restart()
          }
        : undefined,
    switchTorch: camera?.hasTorch
      ? () =>
          setTorch(camera, !isLit).then(
            () => setLit(!isLit),
            () => void message.error('The torch could not be switched'),
          )
      : undefined,
  }
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
