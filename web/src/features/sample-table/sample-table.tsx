import { EyeOutlined } from '@ant-design/icons'
import { defaultPageSize } from '@lims/contract/paging.ts'
import type { ListedSample } from '@lims/contract/samples.ts'
import { Link } from '@tanstack/react-router'
import { Button, Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { type ColumnKey, sampleColumns } from './sample-columns.tsx'

type Props = {
  samples: readonly ListedSample[]
  total: number
  /** From 1. */
  page: number
  onPage: (page: number) => void
  isLoading: boolean
  empty: ReactNode
}

type Columns = TableColumnsType<ListedSample>

/** The columns of the samples of a batch, with the narrowest screen that shows each. */
const shown = [
  ['type', 'md'],
  ['status', 'xs'],
  ['volume', 'sm'],
  ['notes', 'xl'],
  ['place', 'md'],
] as const satisfies [ColumnKey, string][]

const columns: Columns = [
  {
    title: 'Name',
    key: 'name',
    render: (_, { id, name, alias }) => <SampleLink id={id} name={name} alias={alias} />,
  },
  ...shown.map(([key, from]): Columns[number] => {
    const { render, isSortable, ...column } = sampleColumns[key]
    return {
      ...column,
      key,
      responsive: from === 'xs' ? ['xs', 'sm'] : [from],
      render: (_, sample) => render(sample),
    }
  }),
  {
    title: 'Actions',
    key: 'actions',
    className: 'not-printed',
    width: 80,
    responsive: ['sm'],
    render: (_, { id, name }) => (
      <Link to="/samples/$sampleId" params={{ sampleId: id }} aria-label={`Show ${name}`} title="Show">
        <EyeOutlined aria-hidden />
      </Link>
    ),
  },
]

/** A page of the samples of a batch. */
export function SampleTable({ samples, total, page, onPage, isLoading, empty }: Props) {
  return (
    <TableCard>
      <Table
        rowKey="id"
        tableLayout="fixed"
        columns={columns}
        dataSource={[...samples]}
        loading={isLoading}
        locale={{ emptyText: isLoading ? ' ' : total > 0 ? <NoSuchPage onPage={onPage} /> : empty }}
        pagination={{
          current: page,
          total,
          pageSize: defaultPageSize,
          showSizeChanger: false,
          hideOnSinglePage: true,
          onChange: onPage,
        }}
      />
    </TableCard>
  )
}

function NoSuchPage({ onPage }: { onPage: (page: number) => void }) {
  const first = <Button onClick={() => onPage(1)}>Go to the first page</Button>
  return <EmptyState text="This page does not exist." action={first} />
}
