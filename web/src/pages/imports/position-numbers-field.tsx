import type { PositionNumbers } from '@lims/contract/imports.ts'
import { Form, Radio } from 'antd'

type Props = { value: PositionNumbers | undefined; onChange: (value: PositionNumbers) => void }

const options: { value: PositionNumbers; label: string }[] = [
  { value: 'rows', label: 'Along the rows: 2 is right of 1' },
  { value: 'columns', label: 'Down the columns: 2 is below 1' },
]

/** How the cells of the boxes are numbered. Nothing is assumed: the wrong choice would swap nearly all tubes of a box. */
export function PositionNumbersField({ value, onChange }: Props) {
  return (
    <Form.Item label="Positions that are numbers run">
      <Radio.Group
        aria-label="Positions that are numbers run"
        options={options}
        value={value ?? null}
        onChange={({ target }) => onChange(target.value)}
      />
    </Form.Item>
  )
}
