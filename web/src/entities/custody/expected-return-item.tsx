import { Form } from 'antd'
import { DayField } from '../../ui/day-field.tsx'

const notPast = {
  validator: async (_rule: unknown, end: string | undefined): Promise<void> => {
    if (end && Date.parse(end) <= Date.now()) throw new Error('The day must not be in the past')
  },
}

/** The field `expectedReturn` of a form: the end of a day that is not past. */
export const ExpectedReturnItem = ({ label }: { label: string }) => (
  <Form.Item
    name="expectedReturn"
    label={label}
    htmlFor="expected-return"
    validateTrigger="onSubmit"
    rules={[notPast]}
  >
    <ExpectedReturn />
  </Form.Item>
)

/** The form passes the value and its change. */
function ExpectedReturn({
  value,
  onChange = () => {},
}: {
  value?: string
  onChange?: (instant: string | undefined) => void
}) {
  return <DayField id="expected-return" isEnd value={value} onChange={onChange} />
}
