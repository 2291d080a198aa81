import { Button, Flex, Form } from 'antd'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { reasonRule } from '../../../ui/reason-rule.ts'
import { ReasonText } from '../../../ui/reason-text.tsx'

const commonReasons = ['The label is damaged', 'The label is lost', 'It did not come out']

type Props = {
  sampleId: string
  isOpen: boolean
  /** It is not known whether the last one was printed. */
  isInDoubt: boolean
  onPrint: (reason: string) => void
  onClose: () => void
}

/** Asks why a label is printed again: two labels of one tube can be mixed up. */
export function ReprintDialog({ sampleId, isOpen, isInDoubt, onPrint, onClose }: Props) {
  const [form] = Form.useForm<{ reason: string }>()
  return (
    <FormDialog
      form={form}
      title="Print this label again?"
      isOpen={isOpen}
      onClose={onClose}
      okText="Print again"
      draftName={`reprint.${sampleId}`}
      intro={
        <p>
          {isInDoubt
            ? 'The label may have been printed already. Check at the printer first.'
            : 'The label was printed before. Two tubes with the same label cannot be told apart.'}
        </p>
      }
      onSubmit={({ reason }) => onPrint(reason.trim())}
    >
      <Form.Item name="reason" label="Why is it printed again?" rules={[reasonRule]}>
        <ReasonText autoFocus />
      </Form.Item>
      <Flex wrap gap={8}>
        {commonReasons.map((reason) => (
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
    </FormDialog>
  )
}
