import { CameraOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'

type Props = {
  /** Takes the code as if a scanner had typed it, and answers with what is wrong with it, if anything is. */
  onCode: (code: string) => string | undefined
  /** One code is enough. */
  closesOnCode?: boolean
  /** What became of the last code, for a person who sees nothing but the dialog. */
  result?: ReactNode
  onOpen?: () => void
  /** The button has the focus again. */
  onClosed?: () => void
  className?: string | undefined
}

/** Opens the camera as a scanner. The dialog and its decoder are loaded when it is first pressed. */
export function CameraButton({ onOpen, className = '', ...dialog }: Props) {
  const [isOpen, setOpen] = useState(false)
  const load = useMutation({
    mutationFn: () => import('./camera-dialog.tsx'),
    meta: { errorTitle: 'The camera could not be opened' },
  })

  function open() {
    onOpen?.()
    load.mutate(undefined, { onSuccess: () => setOpen(true) })
  }

  return (
    <>
      <Button
        type="text"
        className={className}
        icon={<CameraOutlined aria-hidden />}
        aria-label="Scan with the camera"
        title="Scan with the camera"
        aria-haspopup="dialog"
        loading={load.isPending}
        onClick={open}
      />
      {load.data && <load.data.CameraDialog isOpen={isOpen} onClose={() => setOpen(false)} {...dialog} />}
    </>
  )
}
