import type { BatchListQuery, ListedBatch } from '@lims/contract/batches.ts'
import { defaultPageSize } from '@lims/contract/paging.ts'
import { Link } from '@tanstack/react-router'
import { Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { formatSampleCount } from '../../entities/batch/batch-api.ts'
import { TableCard } from '../../ui/table-card.tsx'
import { tablePages } from '../../ui/table-pages.ts'
import { BatchActions, BatchMenu } from './batch-actions.tsx'

type Sort = BatchListQuery['sort']

/** `refocus` moves the focus after the row was removed. */
type OnDelete = (batch: ListedBatch, refocus: () => void) => void

type Props = {
  batches: readonly ListedBatch[]
  total: number
  /** From 1. */
  page: number
  sort: Sort
  onChange: (page: number, sort: Sort) => void
  onDelete: OnDelete
  isLoading: boolean
  empty: ReactNode
}

const sortOrders = { newest: null, name: 'ascend', '-name': 'descend' } as const
const sortOf = (order: unknown): Sort =>
  order === 'ascend' ? 'name' : order === 'descend' ? '-name' : 'newest'

const columnsFor = (sort: Sort, onDelete: OnDelete): TableColumnsType<ListedBatch> => [
  {
    title: 'Name',
    key: 'name',
    sorter: true,
    sortOrder: sortOrders[sort],
    render: (_, { id, name }) => (
      <Link to="/batches/$batchId" params={{ batchId: id }}>
        {name}
      </Link>
    ),
  },
  { title: 'Description', dataIndex: 'description', key: 'description', ellipsis: true, responsive: ['sm'] },
  {
    title: 'Sample Count',
    key: 'numSamples',
    align: 'end',
    width: 140,
    className: 'numbers',
    render: (_, { numSamples }) => formatSampleCount(numSamples),
  },
  {
    title: 'Actions',
    key: 'actions',
    className: 'not-printed',
    width: 120,
    responsive: ['sm'],
    render: (_, batch) => <BatchActions batch={batch} onDelete={(refocus) => onDelete(batch, refocus)} />,
  },
  {
    title: <span className="read-aloud-only">Actions</span>,
    key: 'menu',
    className: 'not-printed',
    width: 56,
    responsive: ['xs'],
    render: (_, batch) => <BatchMenu batch={batch} onDelete={(refocus) => onDelete(batch, refocus)} />,
  },
]

/** A page of batches. */
export function BatchTable({ batches, total, page, sort, onChange, onDelete, isLoading, empty }: Props) {
  return (
    <TableCard>
      <Table
        rowKey="id"
        tableLayout="fixed"
        columns={columnsFor(sort, onDelete)}
        dataSource={[...batches]}
        loading={isLoading}
        locale={{ emptyText: isLoading ? ' ' : empty }}
        pagination={{
          current: page,
          total,
          pageSize: defaultPageSize,
          ...tablePages,
        }}
        onChange={({ current = 1 }, _filters, sorter, { action }) => {
          const order = Array.isArray(sorter) ? null : sorter.order
          onChange(action === 'sort' ? 1 : current, sortOf(order))
        }}
      />
    </TableCard>
  )
}
