import { Alert, Form, Input, Modal } from 'antd'
import { notCorrected } from '../ui/not-corrected.ts'
import { reasonRule } from '../ui/reason-rule.ts'
import { ReasonText } from '../ui/reason-text.tsx'
import { KeptFormInput } from './kept-form-input.tsx'
import { SavedFields } from './saved-fields.tsx'

type Props = {
  isOpen: boolean
  title: string
  warning: string
  /** The word to type, in upper or lower case. */
  word: string
  okText: string
  isWorking: boolean
  /** Whether a reason must be given; undefined: the dialog has no such field. */
  isReasonRequired?: boolean
  onConfirm: (reason: string | undefined) => void
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
  isReasonRequired,
  onConfirm,
  onClose,
  afterClose = () => {},
}: Props) {
  const [form] = Form.useForm<{ typed?: string; reason?: string }>()
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
        onFinish={({ typed: word, reason }) =>
          isWord(word) && !isWorking && onConfirm(reason?.trim() || undefined)
        }
      >
        <Form.Item>
          <Alert type="warning" showIcon title={warning} />
        </Form.Item>
        {isReasonRequired !== undefined && (
          // Without the word: restored, it would let a stray click confirm.
          <KeptFormInput name={`typing.${title}`} field="reason" />
        )}
        <SavedFields isSaving={isWorking}>
          <Form.Item name="typed" label={`Type ${word} to confirm`}>
            <Input autoFocus {...notCorrected} placeholder={word} />
          </Form.Item>
          {isReasonRequired !== undefined && (
            <Form.Item
              name="reason"
              label={isReasonRequired ? 'Reason' : 'Reason (optional)'}
              required={false}
              validateTrigger="onSubmit"
              rules={isReasonRequired ? [reasonRule] : []}
            >
              <ReasonText />
            </Form.Item>
          )}
        </SavedFields>
        {/* Lets Enter in either field submit the form: its buttons are outside it. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}
