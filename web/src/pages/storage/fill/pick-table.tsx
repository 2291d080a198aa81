import { Radio, type TableColumnsType } from 'antd'
import { useId } from 'react'
import { PagedTable, type PagedTableProps } from '../../../ui/paged-table.tsx'

type Props<Row> = Pick<PagedTableProps<Row>, 'query' | 'rows' | 'total' | 'page' | 'onPage' | 'empty'> & {
  columns: TableColumnsType<Row>
  chosen: Row | undefined
  onChoose: (row: Row) => void
  /** The accessible name of the radio button of a row. */
  nameOf: (row: Row) => string
  isDisabled?: ((row: Row) => boolean) | undefined
}

/** The page size of the tables in dialogs. */
export const pickedPerPage = 5

/** A table from which one row is chosen, by its radio button or by a click. */
export function PickTable<Row extends { id: string | number }>({
  columns,
  chosen,
  onChoose,
  nameOf,
  isDisabled = () => false,
  ...rows
}: Props<Row>) {
  const group = useId()
  const choice: TableColumnsType<Row>[number] = {
    key: 'choice',
    title: <span className="read-aloud-only">Choose</span>,
    width: 40,
    align: 'center',
    render: (_, row) => (
      // With one name they are one group: the arrow keys move in it, the tab key leaves it.
      <Radio
        name={group}
        aria-label={nameOf(row)}
        checked={row.id === chosen?.id}
        disabled={isDisabled(row)}
        onChange={() => onChoose(row)}
      />
    ),
  }
  return (
    <PagedTable<Row>
      {...rows}
      rowKey="id"
      size="small"
      columns={[choice, ...columns]}
      rowClassName={(row) => (row.id === chosen?.id ? 'ant-table-row-selected' : '')}
      onRow={(row) => (isDisabled(row) ? {} : { onClick: () => onChoose(row) })}
      pageSize={pickedPerPage}
    />
  )
}
