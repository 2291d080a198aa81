import type { BatchListQuery, ListedBatch } from '@lims/contract/batches.ts'
import { defaultPageSize } from '@lims/contract/paging.ts'
import { Link } from '@tanstack/react-router'
import type { TableColumnsType } from 'antd'
import { formatSampleCount } from '../../entities/batch/batch-api.ts'
import { PagedTable, type PagedTableProps } from '../../ui/paged-table.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { BatchActions, BatchMenu } from './batch-actions.tsx'

type Sort = BatchListQuery['sort']

/** `refocus` moves the focus after the row was removed. */
type OnDelete = (batch: ListedBatch, refocus: () => void) => void

type Props = Pick<PagedTableProps<ListedBatch>, 'query' | 'rows' | 'total' | 'page' | 'empty' | 'onPage'> & {
  sort: Sort
  /** Leads to the first page. */
  onSort: (sort: Sort) => void
  onDelete: OnDelete
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
export function BatchTable({ sort, onSort, onDelete, ...rows }: Props) {
  return (
    <TableCard>
      <PagedTable
        {...rows}
        rowKey="id"
        tableLayout="fixed"
        columns={columnsFor(sort, onDelete)}
        pageSize={defaultPageSize}
        onChange={(_page, _filters, sorter, { action }) => {
          const order = Array.isArray(sorter) ? null : sorter.order
          if (action === 'sort') onSort(sortOf(order))
        }}
      />
    </TableCard>
  )
}
