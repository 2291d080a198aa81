import { Alert, Form, Input, Modal } from 'antd'

type Props = {
  isOpen: boolean
  title: string
  warning: string
  /** The word to type, in upper or lower case. */
  word: string
  okText: string
  isWorking: boolean
  onConfirm: () => void
  onClose: () => void
  afterClose?: () => void
}

/** A dialog that confirms only after a word was typed, so that a stray click cannot. */
export function ConfirmByTyping({
  isOpen,
  title,
  warning,
  word,
  okText,
  isWorking,
  onConfirm,
  onClose,
  afterClose = () => {},
}: Props) {
  const [form] = Form.useForm<{ typed?: string }>()
  const typed = Form.useWatch('typed', form)
  const isWord = (text = '') => text.trim().toLowerCase() === word
  return (
    <Modal
      title={title}
      open={isOpen}
      onCancel={onClose}
      afterClose={afterClose}
      onOk={form.submit}
      okText={okText}
      okButtonProps={{ danger: true, disabled: !isWord(typed) }}
      confirmLoading={isWorking}
      width={480}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        // `useWatch` is a render late: Enter may come right after the last letter.
        onFinish={(filled) => isWord(filled.typed) && !isWorking && onConfirm()}
      >
        <Form.Item>
          <Alert type="warning" showIcon title={warning} />
        </Form.Item>
        <Form.Item name="typed" label={`Type ${word} to confirm`}>
          <Input autoFocus autoComplete="off" autoCapitalize="off" spellCheck={false} placeholder={word} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
