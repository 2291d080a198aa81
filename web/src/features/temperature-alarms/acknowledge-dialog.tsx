import { formatCount } from '@lims/contract/format-count.ts'
import type { TemperatureAlarm } from '@lims/contract/temperature-alarm.ts'
import { maxNoteLength, temperaturesApi } from '@lims/contract/temperatures.ts'
import { Form, Input, type InputRef } from 'antd'
import { useRef } from 'react'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { zodRule } from '../../forms/zod-rule.ts'
import { takesWords } from '../../ui/reason-text.tsx'

type Props = {
  alarms: readonly TemperatureAlarm[]
  isOpen: boolean
  isWorking: boolean
  onConfirm: (note: string) => void
  onClose: () => void
}

/** Acknowledges alarms, with a note on what was done. */
export function AcknowledgeDialog({ alarms, isOpen, isWorking, onConfirm, onClose }: Props) {
  const [form] = Form.useForm<{ note: string }>()
  const field = useRef<InputRef>(null)
  return (
    <FormDialog
      form={form}
      title={
        alarms.length > 1 ? `Acknowledge ${formatCount(alarms.length, 'alarm')}` : 'Acknowledge the alarm'
      }
      isOpen={isOpen}
      onClose={onClose}
      onOpened={() => field.current?.focus()}
      okText="Acknowledge"
      isWorking={isWorking}
      width={480}
      draftName={`acknowledge.${nameOf(alarms)}`}
      onSubmit={({ note }) => onConfirm(note.trim())}
    >
      <Form.Item
        name="note"
        label="What was done"
        extra="It is recorded in the audit trail. An alarm that goes on stays on the dashboard until it ends."
        validateTrigger="onSubmit"
        rules={[zodRule(temperaturesApi.acknowledge.body.shape.note)]}
      >
        <Input ref={field} {...takesWords} maxLength={maxNoteLength} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}

function nameOf([first, ...others]: readonly TemperatureAlarm[]): string {
  return first && others.length === 0
    ? `${first.storageId} ${first.kind} ${first.beganAt}`
    : `${others.length + 1}`
}
