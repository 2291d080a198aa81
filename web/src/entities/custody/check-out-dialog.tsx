import { CheckOutBody, maxPurposeLength } from '@lims/contract/custody-api.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { Alert, Checkbox, Form, Input } from 'antd'
import { draftIdOf } from '../../forms/draft-storage.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { zodRule } from '../../forms/zod-rule.ts'
import { takesWords } from '../../ui/reason-text.tsx'
import { ExpectedReturnItem } from './expected-return-item.tsx'
import { isOverLimit, useCheckOut } from './use-change-custody.ts'

type Props = {
  sampleIds: readonly string[]
  isOpen: boolean
  onClose: () => void
  onDone?: () => void
}

type Values = { purpose: string; expectedReturn?: string; thawed?: boolean; keepPlace?: boolean }

/** Checks chosen samples out. Over the limit of freeze-thaw cycles it requires a confirmation. */
export function CheckOutDialog({ sampleIds, isOpen, onClose, onDone }: Props) {
  const [form] = Form.useForm<Values>()
  const checkOut = useCheckOut()
  const overLimit = isOverLimit(checkOut.error) ? checkOut.error : undefined
  const close = () => {
    checkOut.reset()
    // The tubes may be returned before they are checked out with the same purpose again.
    checkOut.newSubmission()
    onClose()
  }
  return (
    <FormDialog
      form={form}
      title={`Check out ${formatCount(sampleIds.length, 'tube')}`}
      isOpen={isOpen}
      onClose={close}
      onOpened={() => form.focusField('purpose')}
      okText={overLimit ? 'Check out over the limit' : 'Check out'}
      isDanger={overLimit !== undefined}
      isWorking={checkOut.isPending}
      draftName={`check-out.${draftIdOf(sampleIds)}`}
      initialValues={{ keepPlace: true, thawed: false }}
      onValuesChange={() => checkOut.reset()}
      onSubmit={({ purpose, expectedReturn, thawed, keepPlace }) =>
        checkOut.mutate(
          {
            // In an order of their own: that of the list may change, and a further try must be the same request.
            identifiers: sampleIds.toSorted(),
            purpose,
            expectedReturn,
            thawed: thawed === true,
            keepPlace: keepPlace !== false,
            overLimit: overLimit !== undefined,
          },
          {
            onSuccess: () => {
              close()
              onDone?.()
            },
          },
        )
      }
    >
      <Form.Item name="purpose" label="Purpose" rules={[zodRule(CheckOutBody.shape.purpose)]}>
        <Input {...takesWords} autoComplete="off" maxLength={maxPurposeLength} />
      </Form.Item>
      <ExpectedReturnItem label="Expected back by the end of (optional)" />
      <Form.Item name="thawed" valuePropName="checked">
        <Checkbox>Thawed: counts a freeze-thaw cycle from −60 °C and colder</Checkbox>
      </Form.Item>
      <Form.Item name="keepPlace" valuePropName="checked">
        <Checkbox>Keep the place in storage</Checkbox>
      </Form.Item>
      {overLimit && <Alert type="warning" showIcon title="Over the limit" description={overLimit.message} />}
    </FormDialog>
  )
}
