import { Form, type InputRef } from 'antd'
import type { ReactNode, Ref } from 'react'
import { reasonRule } from '../ui/reason-rule.ts'
import { ReasonText } from '../ui/reason-text.tsx'

type Props = { extra?: ReactNode; field?: Ref<InputRef> }

/** The field `reason` of a form, in which a person must write why. */
export const ReasonItem = ({ extra = 'It is recorded in the audit trail.', field }: Props) => (
  <Form.Item name="reason" label="Reason" extra={extra} validateTrigger="onSubmit" rules={[reasonRule]}>
    <ReasonText {...(field && { ref: field })} />
  </Form.Item>
)
