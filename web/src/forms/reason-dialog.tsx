import { Form, type InputRef } from 'antd'
import { type ReactNode, useRef } from 'react'
import { FormDialog } from './form-dialog.tsx'
import { ReasonItem } from './reason-item.tsx'

type Props = {
  isOpen: boolean
  title: string
  /** The id of what is in question: a reason that was entered for it is not offered for another. */
  draftId: string | undefined
  /** What will happen. */
  children?: ReactNode
  okText: string
  isDanger?: boolean
  isWorking: boolean
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Asks for confirmation and for the reason, which the audit trail keeps. */
export function ReasonDialog({
  isOpen,
  title,
  draftId,
  children,
  okText,
  isDanger = false,
  isWorking,
  onConfirm,
  onClose,
}: Props) {
  const [form] = Form.useForm<{ reason: string }>()
  const field = useRef<InputRef>(null)
  return (
    <FormDialog
      form={form}
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      onOpened={() => field.current?.focus()}
      okText={okText}
      isDanger={isDanger}
      isWorking={isWorking}
      width={480}
      draftName={`reason.${title}.${draftId}`}
      intro={children}
      onSubmit={({ reason }) => onConfirm(reason.trim())}
    >
      <ReasonItem field={field} />
    </FormDialog>
  )
}
