import type { DateOrder, ImportField, PositionNumbers, ReadingChoices } from '@lims/contract/imports.ts'
import { Form, Radio } from 'antd'

type Fields = readonly (ImportField | null)[]
type Props = { fields: Fields; choices: ReadingChoices; onChange: (choices: ReadingChoices) => void }

const positionNumbers: { value: PositionNumbers; label: string }[] = [
  { value: 'rows', label: 'Along the rows: 2 is right of 1' },
  { value: 'columns', label: 'Down the columns: 2 is below 1' },
]
const dateOrders: { value: DateOrder; label: string }[] = [
  { value: 'day-first', label: 'The day: 3/11/2026 is in November' },
  { value: 'month-first', label: 'The month: 3/11/2026 is in March' },
]

/**
 * What the file does not say by itself. Nothing is assumed: the wrong choice would swap nearly all tubes of a box, or
 * days and months.
 */
export function ReadingFields({ fields, choices, onChange }: Props) {
  return (
    <>
      {hasPositions(fields) && (
        <Choice
          label="Positions that are numbers run"
          options={positionNumbers}
          value={choices.positionNumbers}
          onChange={(positionNumbers) => onChange({ ...choices, positionNumbers })}
        />
      )}
      {hasTimes(fields) && (
        <Choice
          label="Dates such as 3/11/2026 or 3-11-2026 begin with"
          options={dateOrders}
          value={choices.dateOrder}
          onChange={(dateOrder) => onChange({ ...choices, dateOrder })}
        />
      )}
    </>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  options: { value: T; label: string }[]
  value: T | undefined
  onChange: (value: T) => void
}

function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  return (
    <Form.Item label={label}>
      <Radio.Group
        aria-label={label}
        options={options}
        value={value ?? null}
        onChange={({ target }) => onChange(target.value)}
      />
    </Form.Item>
  )
}

/** Returns the choices that matter for these columns. */
export const neededChoices = (
  fields: Fields,
  { positionNumbers, dateOrder }: ReadingChoices,
): ReadingChoices => ({
  ...(positionNumbers && hasPositions(fields) ? { positionNumbers } : {}),
  ...(dateOrder && hasTimes(fields) ? { dateOrder } : {}),
})

const hasPositions = (fields: Fields) => fields.includes('position') || fields.includes('place')
export const hasTimes = (fields: Fields): boolean =>
  fields.some((field) => field?.endsWith('Timestamp') ?? false)
