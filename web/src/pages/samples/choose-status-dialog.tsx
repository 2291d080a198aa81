import { UpdateLifecycleBody } from '@lims/contract/sample-changes.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import { Alert, Form, Input, Modal, Radio, type RadioRef } from 'antd'
import { type ReactNode, useRef } from 'react'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import { zodRule } from '../../forms/zod-rule.ts'

type Chosen = { newStatus: SampleStatus; notes?: string | undefined }

type Props = {
  title: string
  /** Stands above the choice. */
  now?: ReactNode
  targets: readonly SampleStatus[]
  /** Said when there is nothing to choose. */
  noTarget: string
  whyNone?: ReactNode
  isOpen: boolean
  isSaving: boolean
  onUpdate: (chosen: Chosen) => void
  onClose: () => void
}

const { newStatus: newStatusRule, notes: notesRule } = UpdateLifecycleBody.shape

/** Offers statuses to go to, and asks for optional notes. */
export function ChooseStatusDialog({
  title,
  now,
  targets,
  noTarget,
  whyNone,
  isOpen,
  isSaving,
  onUpdate,
  onClose,
}: Props) {
  const [form] = Form.useForm<Chosen>()
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
        {now}
        {isTerminal ? (
          <Alert type="info" showIcon title={noTarget} description={whyNone} />
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
