import type { ImportProblem } from '@lims/contract/imports.ts'
import { Table, type TableColumnsType } from 'antd'
import { Mono } from '../ui/mono.tsx'

const columns: TableColumnsType<ImportProblem> = [
  { title: 'Row', dataIndex: 'row', width: 80, className: 'numbers' },
  { title: 'Column', dataIndex: 'column', width: 160, render: (column) => column ?? 'The whole row' },
  { title: 'Value', dataIndex: 'value', width: 200, render: (value) => value && <Mono>{value}</Mono> },
  { title: 'Problem', dataIndex: 'message' },
]

/** What is wrong with a file, in the order of its rows. */
export function ProblemTable({ problems }: { problems: readonly ImportProblem[] }) {
  return (
    <Table
      size="small"
      rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
      columns={columns}
      dataSource={problems}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 640 }}
    />
  )
}
