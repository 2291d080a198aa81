import { Radio, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useId } from 'react'
import { emptyRows } from '../../../ui/empty-rows.tsx'
import { tablePages } from '../../../ui/table-pages.ts'

type Props<Row> = {
  rows: readonly Row[]
  total: number
  /** From 1. */
  page: number
  onPage: (page: number) => void
  columns: TableColumnsType<Row>
  chosen: Row | undefined
  onChoose: (row: Row) => void
  /** The accessible name of the radio button of a row. */
  nameOf: (row: Row) => string
  isDisabled?: ((row: Row) => boolean) | undefined
  isLoading: boolean
  empty: ReactNode
}

/** The page size of the tables in dialogs. */
export const pickedPerPage = 5

/** A table from which one row is chosen, by its radio button or by a click. */
export function PickTable<Row extends { id: string | number }>({
  rows,
  total,
  page,
  onPage,
  columns,
  chosen,
  onChoose,
  nameOf,
  isDisabled = () => false,
  isLoading,
  empty,
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
    <Table<Row>
      rowKey="id"
      size="small"
      columns={[choice, ...columns]}
      dataSource={[...rows]}
      loading={isLoading}
      locale={{ emptyText: emptyRows({ isLoading, total, onFirst: () => onPage(1), empty }) }}
      rowClassName={(row) => (row.id === chosen?.id ? 'ant-table-row-selected' : '')}
      onRow={(row) => (isDisabled(row) ? {} : { onClick: () => onChoose(row) })}
      pagination={{
        current: page,
        total,
        pageSize: pickedPerPage,
        onChange: onPage,
        ...tablePages,
        size: 'small',
      }}
    />
  )
}
