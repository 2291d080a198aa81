import { ImportField, importFields, type ReadFileReply } from '@lims/contract/imports.ts'
import { Select } from 'antd'
import { Masked } from '../../ui/masked.tsx'
import { useMedia } from '../../ui/use-media.ts'
import styles from './column-table.module.css'
import { nameOfColumn } from './import-api.ts'

type Fields = (ImportField | null)[]
type Props = { read: ReadFileReply; fields: Fields; onChange: (fields: Fields) => void }

/** The columns of the file, with example values and the field that each becomes. */
export function ColumnTable({ read: { columns, firstRows }, fields, onChange }: Props) {
  // As at a zoom of 200 %: the values stand below the name of their column.
  const isNarrow = useMedia('(max-width: 640px)')
  return (
    <table className={styles.table} aria-label="Columns of the file">
      <thead>
        <tr>
          <th scope="col">In the file</th>
          {!isNarrow && <th scope="col">First values</th>}
          <th scope="col">Becomes</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ header, masked }, index) => {
          const name = nameOfColumn(header, index)
          const values = masked ? <Masked /> : examples(firstRows, index)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            <tr key={index}>
              <th scope="row">
                {name}
                {isNarrow && <small className="muted">{values}</small>}
              </th>
              {!isNarrow && <td className="muted">{values}</td>}
              <td>
                <Select<Choice>
                  aria-label={`${name} becomes`}
                  style={{ width: '100%' }}
                  value={fields[index] ?? leftOut}
                  options={choices(fields, index)}
                  onChange={(chosen) => onChange(fields.with(index, chosen === leftOut ? null : chosen))}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const leftOut = 'left-out'
type Choice = ImportField | typeof leftOut

/** A field that another column becomes is disabled. */
const choices = (fields: Fields, index: number) => [
  { value: leftOut as Choice, label: 'Left out' },
  ...ImportField.options.map((field) => ({
    value: field,
    label: importFields[field],
    disabled: fields.includes(field) && fields[index] !== field,
  })),
]

const maxExampleLength = 40

const examples = (rows: string[][], index: number) =>
  rows
    .map((row) => (row[index] ?? '').trim())
    .filter((value, place, all) => value !== '' && all.indexOf(value) === place)
    .slice(0, 3)
    .map((value) => (value.length > maxExampleLength ? `${value.slice(0, maxExampleLength)}…` : value))
    .join(' · ')
