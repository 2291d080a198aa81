import { UpdateLifecycleBody } from '@lims/contract/sample-changes.ts'
import { nextStatuses, type SampleStatus } from '@lims/contract/sample-status.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { Alert, Form, Input, Modal, Radio } from 'antd'
import { zodRule } from '../forms/zod-rule.ts'
import { StatusTag } from './status-tag.tsx'
import styles from './update-status-dialog.module.css'

type Chosen = { newStatus: SampleStatus; notes?: string }

type Props = {
  sample: Pick<Sample, 'name' | 'status'>
  isOpen: boolean
  isSaving: boolean
  onUpdate: (chosen: Chosen) => void
  onClose: () => void
}

const { newStatus: newStatusRule, notes: notesRule } = UpdateLifecycleBody.shape

/** Offers the statuses that a sample may go to from where it is. */
export function UpdateStatusDialog({ sample, isOpen, isSaving, onUpdate, onClose }: Props) {
  const [form] = Form.useForm<Chosen>()
  const targets = nextStatuses[sample.status] ?? []
  const isTerminal = targets.length === 0
  return (
    <Modal
      title={`Update status of ${sample.name}`}
      open={isOpen}
      onCancel={onClose}
      onOk={form.submit}
      okText="Update"
      okButtonProps={{ disabled: isTerminal }}
      confirmLoading={isSaving}
      width={460}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" requiredMark={false} preserve={false} onFinish={onUpdate}>
        <p className={styles.now}>
          Now <StatusTag status={sample.status} />
        </p>
        {isTerminal ? (
          <Alert
            type="info"
            showIcon
            title="This is a terminal status. No further transitions are allowed."
          />
        ) : (
          <Form.Item name="newStatus" label="New status" rules={[zodRule(newStatusRule)]}>
            <Radio.Group vertical>
              {targets.map((status) => (
                <Radio key={status} value={status}>
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
