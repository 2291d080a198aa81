import { CameraOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useReportedMutation } from '../../../api/use-reported-mutation.ts'
import { loadScript } from '../../../ui/load-script.ts'

type Props = {
  /** Handles the code as if a scanner had typed it. Returns the error message if the code is invalid. */
  onCode: (code: string) => string | undefined
  /** Close the dialog after the first valid code. */
  closesOnCode?: boolean
  /** The outcome of the last code, shown in the dialog, which covers the page. */
  result?: ReactNode
  onOpen?: () => void
  /** Called when the dialog has closed and the button has the focus again. */
  onClosed?: () => void
  className?: string | undefined
  isDisabled?: boolean
  /** Shown as a large button with this text, in place of an icon. */
  label?: string
}

/** Opens the camera as a scanner. The dialog and its decoder are loaded on the first click. */
export function CameraButton({ onOpen, className = '', isDisabled = false, label, ...dialog }: Props) {
  const [isOpen, setOpen] = useState(false)
  const load = useReportedMutation({
    mutationFn: () => loadScript(() => import('./camera-dialog.tsx')),
    meta: { errorTitle: 'The camera could not be opened' },
  })

  function open() {
    onOpen?.()
    load.mutate(undefined, { onSuccess: () => setOpen(true) })
  }

  return (
    <>
      <Button
        type={label === undefined ? 'text' : 'primary'}
        className={className}
        icon={<CameraOutlined aria-hidden />}
        {...(label === undefined && { 'aria-label': 'Scan with the camera', title: 'Scan with the camera' })}
        aria-haspopup="dialog"
        disabled={isDisabled}
        loading={load.isPending}
        onClick={open}
      >
        {label}
      </Button>
      {load.data && <load.data.CameraDialog isOpen={isOpen} onClose={() => setOpen(false)} {...dialog} />}
    </>
  )
}
