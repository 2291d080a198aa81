import { requiredText } from '@lims/contract/text.ts'
import { Button, Flex, Form, Input, Modal } from 'antd'
import { zodRule } from '../../../forms/zod-rule.ts'

const usualReasons = ['The label is damaged', 'The label is lost', 'It did not come out']
const reasonRule = zodRule(requiredText(500, 'Please say why'))

type Props = {
  isOpen: boolean
  /** Whether nobody knows if the last one came out. */
  isInDoubt: boolean
  onPrint: (reason: string) => void
  onClose: () => void
}

/** Two labels of one tube are one too many, unless somebody says why. */
export function ReprintDialog({ isOpen, isInDoubt, onPrint, onClose }: Props) {
  const [form] = Form.useForm<{ reason: string }>()
  return (
    <Modal
      title="Print this label again?"
      open={isOpen}
      onCancel={onClose}
      onOk={form.submit}
      okText="Print again"
      width={460}
      destroyOnHidden
    >
      <p>
        {isInDoubt
          ? 'The label may have been printed already. Look at the printer first.'
          : 'The label was printed before. Two tubes with the same label cannot be told apart.'}
      </p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        onFinish={({ reason }) => onPrint(reason.trim())}
      >
        <Form.Item name="reason" label="Why is it printed again?" rules={[reasonRule]}>
          <Input autoFocus autoComplete="off" />
        </Form.Item>
        <Flex wrap gap={8}>
          {usualReasons.map((reason) => (
            <Button
              key={reason}
              size="small"
              onClick={() => {
                form.setFieldValue('reason', reason)
                void form.validateFields()
              }}
            >
              {reason}
            </Button>
          ))}
        </Flex>
        {/* Lets Enter in the field submit: the buttons stand outside the form. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}
