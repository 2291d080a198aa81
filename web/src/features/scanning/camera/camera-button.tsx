import { CameraOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'

type Props = {
  /** Handles the code as if a scanner had typed it. Returns the error message if the code is invalid. */
  onCode: (code: string) => string | undefined
  /** Close the dialog after the first code. */
  closesOnCode?: boolean
  /** The outcome of the last code, shown in the dialog, which covers the page. */
  result?: ReactNode
  onOpen?: () => void
  /** Called when the dialog has closed and the button has the focus again. */
  onClosed?: () => void
  className?: string | undefined
}

/** Opens the camera as a scanner. The dialog and its decoder are loaded on the first click. */
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
