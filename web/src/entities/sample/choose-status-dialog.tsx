import { UpdateLifecycleBody } from '@lims/contract/sample-changes.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import { Alert, Form, Input, Modal, Radio, type RadioRef } from 'antd'
import { type ReactNode, useRef } from 'react'
import { zodRule } from '../../forms/zod-rule.ts'
import { StatusTag } from './status-tag.tsx'

type ChosenStatus = { newStatus: SampleStatus; notes?: string | undefined }

type Props = {
  title: string
  /** The current status, above the choice. */
  current?: ReactNode
  targets: readonly SampleStatus[]
  /** Shown if there is nothing to choose. */
  noTarget: string
  noTargetReason?: ReactNode
  isOpen: boolean
  isSaving: boolean
  onUpdate: (chosen: ChosenStatus) => void
  onClose: () => void
}

const { newStatus: newStatusRule, notes: notesRule } = UpdateLifecycleBody.shape

/** Asks for the next status and optional notes. */
export function ChooseStatusDialog({
  title,
  current,
  targets,
  noTarget,
  noTargetReason,
  isOpen,
  isSaving,
  onUpdate,
  onClose,
}: Props) {
  const [form] = Form.useForm<ChosenStatus>()
  const first = useRef<RadioRef>(null)
  const isTerminal = targets.length === 0
  return (
    <Modal
      title={title}
      open={isOpen}
      onCancel={onClose}
      onOk={form.submit}
      afterOpenChange={(opened) => opened && first.current?.focus()}
      okText="Update"
      okButtonProps={{ disabled: isTerminal }}
      confirmLoading={isSaving}
      width={460}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" requiredMark={false} preserve={false} onFinish={onUpdate}>
        {current}
        {isTerminal ? (
          <Alert type="info" showIcon title={noTarget} description={noTargetReason} />
        ) : (
          <Form.Item name="newStatus" label="New status" rules={[zodRule(newStatusRule)]}>
            <Radio.Group vertical>
              {targets.map((status, index) => (
                <Radio key={status} value={status} ref={index === 0 ? first : undefined}>
                  <StatusTag status={status} />
                </Radio>
              ))}
            </Radio.Group>
          </Form.Item>
        )}
        <Form.Item name="notes" label="Notes (optional)" rules={[zodRule(notesRule)]} hidden={isTerminal}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
