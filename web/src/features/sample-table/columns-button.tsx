import { Button, Checkbox, Popover } from 'antd'
import { useColumnChoice } from './column-choice.ts'
import styles from './columns-button.module.css'
import { type ColumnKey, columnKeys, sampleColumns } from './sample-columns.tsx'

/** The status is always shown. */
const choices = columnKeys.map((key) => ({
  value: key,
  label: sampleColumns[key].title,
  disabled: key === 'status',
}))

/** Chooses the columns of the tables of samples. */
export function ColumnsButton() {
  return (
    <Popover trigger="click" placement="bottomRight" content={<Choice />}>
      <Button className={styles.button ?? ''}>Columns</Button>
    </Popover>
  )
}

function Choice() {
  const { columns, isOwn, choose } = useColumnChoice()
  return (
    <section className={styles.choice} aria-label="Columns of the list">
      <Checkbox.Group<ColumnKey>
        className={styles.boxes ?? ''}
        options={choices}
        value={[...columns]}
        onChange={(chosen) => choose(columnKeys.filter((key) => chosen.includes(key)))}
      />
      <Button size="small" disabled={!isOwn} onClick={() => choose(undefined)}>
        Usual columns
      </Button>
    </section>
  )
}
