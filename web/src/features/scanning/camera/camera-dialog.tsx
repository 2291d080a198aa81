import { BulbOutlined, SwapOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { Mono } from '../../../ui/mono.tsx'
import { frameInset } from './aim.ts'
import styles from './camera-dialog.module.css'
import { readerMissing } from './camera-problem.ts'
import { useCamera } from './use-camera.ts'
import { useCodeReader } from './use-code-reader.ts'

type Props = {
  isOpen: boolean
  onClose: () => void
  onCode: (code: string) => string | undefined
  closesOnCode?: boolean
  result?: ReactNode
  onClosed?: () => void
}

export function CameraDialog({ isOpen, onClose, onClosed, ...view }: Props) {
  return (
    <Modal
      title="Scan with the camera"
      open={isOpen}
      onCancel={onClose}
      mask={{ closable: true }}
      footer={null}
      width={540}
      centered
      destroyOnHidden
      data-keys="page"
      {...(onClosed && { afterClose: onClosed })}
    >
      <CameraView isOn={isOpen} onClose={onClose} {...view} />
    </Modal>
  )
}

type LastRead = { code: string; error: string | undefined; count: number }

function CameraView({
  isOn,
  onClose,
  onCode,
  closesOnCode,
  result,
}: Omit<Props, 'isOpen' | 'onClosed'> & { isOn: boolean }) {
  const video = useRef<HTMLVideoElement>(null)
  const [read, setRead] = useState<LastRead>()
  const { camera, problem, isLit, retry, fail, next, switchTorch } = useCamera(isOn)

  useCodeReader(video, camera?.stream, {
    onCode: (code) => {
      navigator.vibrate?.(50)
      const error = onCode(code)
      setRead((last) => ({ code, error, count: (last?.count ?? 0) + 1 }))
      if (closesOnCode && error === undefined) onClose()
    },
    onFailure: () => fail(readerMissing),
  })

  return (
    <div className={styles.view}>
      {problem ? (
        <Alert
          type="warning"
          showIcon
          title={problem.title}
          description={
            <>
              <p className={styles.advice}>{problem.advice}</p>
              <Button onClick={retry}>Try again</Button>
            </>
          }
        />
      ) : (
        <div className={styles.picture} data-mirror={camera?.isMirror}>
          <video ref={video} aria-label="Camera picture" autoPlay muted playsInline />
          {camera && (
            <div
              key={read?.count}
              className={styles.frame}
              style={{ inset: frameInset }}
              data-read={read !== undefined}
              aria-hidden
            />
          )}
          {isOn && !camera && <p className={styles.starting}>Starting the camera…</p>}
        </div>
      )}
      <p role="status" className={styles.read}>
        {read ? (
          <>
            Last code read <Mono>{read.code}</Mono>
          </>
        ) : (
          camera && 'Hold a code inside the frame'
        )}
      </p>
      {read?.error && (
        <p role="alert" className={styles.error}>
          {read.error}
        </p>
      )}
      {result}
      <div className={styles.buttons}>
        {next && (
          <Button icon={<SwapOutlined aria-hidden />} onClick={next}>
            Other camera
          </Button>
        )}
        {switchTorch && (
          <Button icon={<BulbOutlined aria-hidden />} aria-pressed={isLit} onClick={switchTorch}>
            Torch
          </Button>
        )}
        <Button className={styles.close ?? ''} onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
