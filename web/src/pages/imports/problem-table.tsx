import type { ImportProblem } from '@lims/contract/imports.ts'
import { Table, type TableColumnsType } from 'antd'
import { Masked } from '../../ui/masked.tsx'
import { Mono } from '../../ui/mono.tsx'
import { tablePages } from '../../ui/table-pages.ts'
import styles from './problem-table.module.css'

const columns: TableColumnsType<ImportProblem> = [
  { title: 'Row', dataIndex: 'row', width: 72, className: 'numbers' },
  { title: 'Column', dataIndex: 'column', width: 160, responsive: ['md'], render: nameColumn },
  {
    title: 'Value',
    dataIndex: 'value',
    width: 200,
    responsive: ['md'],
    className: styles.value ?? '',
    render: (value, { masked }) => (masked ? <Masked /> : <Mono>{value}</Mono>),
  },
  { title: 'Problem', dataIndex: 'message', render: (_, problem) => <Problem problem={problem} /> },
]

/** The problems of a file, in the order of its rows. */
export function ProblemTable({ problems }: { problems: readonly ImportProblem[] }) {
  return (
    <Table
      aria-label="Problems of the file"
      size="small"
      tableLayout="fixed"
      rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
      columns={columns}
      dataSource={problems}
      pagination={{ pageSize: 10, ...tablePages }}
    />
  )
}

/** On a phone, the column and its value are above the problem. */
function Problem({ problem: { column, value, message, masked } }: { problem: ImportProblem }) {
  return (
    <>
      <div className={styles.place}>
        {nameColumn(column)} {masked ? <Masked /> : value && <Mono isMuted>{value}</Mono>}
      </div>
      <span className={styles.message}>{message}</span>
    </>
  )
}

function nameColumn(column: string | null) {
  return column ?? 'The whole row'
}
