import { UpdateLifecycleBody } from '@lims/contract/sample-changes.ts'
import { isEarlierStatus, type SampleStatus } from '@lims/contract/sample-status.ts'
import { Alert, Form, Input, Modal, Radio, type RadioRef } from 'antd'
import { type ReactNode, useId, useRef } from 'react'
import { draftIdOf } from '../../forms/draft-storage.ts'
import { KeptFormInput } from '../../forms/kept-form-input.tsx'
import { ReasonItem } from '../../forms/reason-item.tsx'
import { SavedFields } from '../../forms/saved-fields.tsx'
import { zodRule } from '../../forms/zod-rule.ts'
import { useRolesOn } from '../session/use-may.ts'
import { earlierStatusText } from './sample-text.ts'
import { StatusTag } from './status-tag.tsx'

type ChosenStatus = { newStatus: SampleStatus; notes?: string | undefined; reason?: string | undefined }

type Props = {
  title: string
  sampleIds: readonly string[]
  /** The current status, above the choice. */
  current?: ReactNode
  targets: readonly SampleStatus[]
  /** The statuses that the samples have now: going back from one needs a reason while roles are on. */
  from: readonly SampleStatus[]
  /** Shown if there is nothing to choose. */
  noTarget: string
  noTargetReason?: ReactNode
  isOpen: boolean
  isSaving: boolean
  onUpdate: (chosen: ChosenStatus) => void
  onClose: () => void
}

const { newStatus: newStatusRule, notes: notesRule } = UpdateLifecycleBody.shape

/** Asks for the next status and optional notes. Enter on a status submits it, as Update does. */
export function ChooseStatusDialog({
  title,
  sampleIds,
  current,
  targets,
  from,
  noTarget,
  noTargetReason,
  isOpen,
  isSaving,
  onUpdate,
  onClose,
}: Props) {
  const [form] = Form.useForm<ChosenStatus>()
  const formId = useId()
  const first = useRef<RadioRef>(null)
  const isReasonRequired = useRolesOn()
  const chosen: SampleStatus | undefined = Form.useWatch('newStatus', form)
  const goesBack = chosen !== undefined && from.some((status) => isEarlierStatus(chosen, status))
  const isTerminal = targets.length === 0
  return (
    <Modal
      title={title}
      open={isOpen}
      onCancel={onClose}
      afterOpenChange={(opened) => opened && first.current?.focus()}
      okText="Update"
      okButtonProps={{ disabled: isTerminal, htmlType: 'submit', form: formId }}
      confirmLoading={isSaving}
      width={460}
      destroyOnHidden
    >
      <Form
        id={formId}
        form={form}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        onFinish={onUpdate}
      >
        <KeptFormInput name={`status.${draftIdOf(sampleIds)}`} />
        {current}
        <SavedFields isSaving={isSaving}>
          {isTerminal ? (
            <Alert type="info" showIcon title={noTarget} description={noTargetReason} />
          ) : (
            <Form.Item name="newStatus" label="New status" rules={[zodRule(newStatusRule)]}>
              <Radio.Group vertical aria-label="New status">
                {targets.map((status, index) => (
                  <Radio key={status} value={status} ref={index === 0 ? first : undefined}>
                    <StatusTag status={status} />
                  </Radio>
                ))}
              </Radio.Group>
            </Form.Item>
          )}
          {goesBack && isReasonRequired && <ReasonItem extra={earlierStatusText} />}
          <Form.Item name="notes" label="Notes (optional)" rules={[zodRule(notesRule)]} hidden={isTerminal}>
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
          </Form.Item>
        </SavedFields>
      </Form>
    </Modal>
  )
}
