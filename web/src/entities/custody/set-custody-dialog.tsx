import { Custody, custodiesWithoutPlace, nextCustodies } from '@lims/contract/custody.ts'
import { Alert, Form, Modal, Radio } from 'antd'
import { type ReactNode, useRef } from 'react'
import { KeptFormInput } from '../../forms/kept-form-input.tsx'
import { reasonRule } from '../../ui/reason-rule.ts'
import { ReasonText } from '../../ui/reason-text.tsx'
import { CustodyTag } from './custody-tag.tsx'
import { useSetCustody } from './use-change-custody.ts'

type Props = {
  title: string
  sampleIds: readonly string[]
  /** What they are now; undefined while that is not known. */
  from: readonly Custody[] | undefined
  isOpen: boolean
  onClose: () => void
  onDone?: () => void
  /** Above the choice. */
  children?: ReactNode
}

type Values = { custody: Custody; reason: string }

/** Changes the custody of samples by hand, with a reason. */
export function SetCustodyDialog({ title, sampleIds, from, isOpen, onClose, onDone, children }: Props) {
  const [form] = Form.useForm<Values>()
  const set = useSetCustody()
  /** What the samples were when the new custody was chosen: others may change them in the meantime. */
  const fromAtChoice = useRef(from)
  const chosen: Custody | undefined = Form.useWatch('custody', form)
  const targets = Custody.options.filter((target) =>
    from?.every((custody) => nextCustodies(custody).includes(target)),
  )
  const isImpossible = from !== undefined && targets.length === 0
  return (
    <Modal
      title={title}
      open={isOpen}
      onCancel={onClose}
      onOk={form.submit}
      okText="Change custody"
      okButtonProps={{ disabled: from === undefined || isImpossible }}
      confirmLoading={set.isPending}
      width={460}
      destroyOnHidden
    >
      {children}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        onFinish={({ custody, reason }) =>
          set.mutate(
            {
              sampleIds: [...sampleIds],
              custody,
              reason: reason.trim(),
              ...(fromAtChoice.current && { expected: [...fromAtChoice.current] }),
            },
            {
              onSuccess: () => {
                onClose()
                onDone?.()
              },
              // They may be something else now: the person chooses again.
              onError: () => form.resetFields(['custody']),
            },
          )
        }
      >
        <KeptFormInput name={`custody.${title}`} field="reason" />
        {isImpossible ? (
          <Alert
            type="info"
            showIcon
            title="These samples have no next custody in common"
            description="A reserved sample is released with its pick list, and one that is disposed of stays so."
          />
        ) : (
          <>
            <Form.Item
              name="custody"
              label="New custody"
              rules={[{ required: true, message: 'Please choose a custody' }]}
            >
              <Radio.Group
                vertical
                aria-label="New custody"
                onChange={() => {
                  fromAtChoice.current = from
                }}
              >
                {targets.map((custody) => (
                  <Radio key={custody} value={custody}>
                    <CustodyTag custody={custody} withAvailable />
                  </Radio>
                ))}
              </Radio.Group>
            </Form.Item>
            {chosen && custodiesWithoutPlace.includes(chosen) && (
              <Alert type="warning" showIcon title="The cells in storage become free." />
            )}
            <Form.Item
              name="reason"
              label="Reason"
              extra="The audit trail keeps it."
              validateTrigger="onSubmit"
              rules={[reasonRule]}
            >
              <ReasonText />
            </Form.Item>
          </>
        )}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}
