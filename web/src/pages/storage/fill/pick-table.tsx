import { Table, type TableColumnsType } from 'antd'
import { type ReactNode, useId } from 'react'

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
  isDisabled?: (row: Row) => boolean
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
  return (
    <Table<Row>
      rowKey="id"
      size="small"
      columns={columns}
      dataSource={[...rows]}
      loading={isLoading}
      locale={{ emptyText: isLoading ? ' ' : empty }}
      rowSelection={{
        type: 'radio',
        columnTitle: <span className="read-aloud-only">Choose</span>,
        selectedRowKeys: chosen ? [chosen.id] : [],
        onSelect: onChoose,
        // With one name they are one group: the arrow keys move in it, the tab key leaves it.
        getCheckboxProps: (row) =>
          ({ name: group, 'aria-label': nameOf(row), disabled: isDisabled(row) }) as object,
      }}
      onRow={(row) => (isDisabled(row) ? {} : { onClick: () => onChoose(row) })}
      pagination={{
        current: page,
        total,
        pageSize: pickedPerPage,
        onChange: onPage,
        showSizeChanger: false,
        hideOnSinglePage: true,
        size: 'small',
      }}
    />
  )
}
