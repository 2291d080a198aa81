import { Form, type InputRef, Modal } from 'antd'
import { type ReactNode, useRef } from 'react'
import { KeptFormInput } from './kept-form-input.tsx'
import { ReasonItem } from './reason-item.tsx'

type Props = {
  isOpen: boolean
  title: string
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
    <Modal
      title={title}
      open={isOpen}
      onCancel={onClose}
      afterOpenChange={(opened) => opened && field.current?.focus()}
      onOk={form.submit}
      okText={okText}
      okButtonProps={{ danger: isDanger }}
      // Also keeps it open: closed before its reply, it would miss it, or the reply would close the next dialog.
      confirmLoading={isWorking}
      width={480}
      destroyOnHidden
    >
      {children}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        onFinish={({ reason }) => !isWorking && onConfirm(reason.trim())}
      >
        <KeptFormInput name={`reason.${title}`} />
        <ReasonItem field={field} />
        {/* Lets Enter in the field submit the form: its buttons are outside it. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}
