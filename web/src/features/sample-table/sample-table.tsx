import { EyeOutlined } from '@ant-design/icons'
import { defaultPageSize } from '@lims/contract/paging.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { formatMillilitres } from '@lims/contract/volume.ts'
import { Link } from '@tanstack/react-router'
import { Button, Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TableCard } from '../../ui/table-card.tsx'

type Props = {
  samples: readonly Sample[]
  total: number
  /** From 1. */
  page: number
  onPage: (page: number) => void
  isLoading: boolean
  empty: ReactNode
  /** False on the page of a batch, where the column would repeat one name. */
  showsBatch?: boolean
  /** The ids of the chosen samples; without it the table has no checkboxes. */
  chosen?: ReadonlySet<string>
  onChoose?: (chosen: ReadonlySet<string>) => void
}

const columns: TableColumnsType<Sample> = [
  {
    title: 'Name',
    key: 'name',
    render: (_, { id, name, alias }) => <SampleLink id={id} name={name} alias={alias} />,
  },
  { title: 'Type', key: 'type', width: 110, responsive: ['md'], render: (_, { type }) => displayName(type) },
  { title: 'Status', key: 'status', width: 150, render: (_, { status }) => <StatusTag status={status} /> },
  {
    title: 'Volume',
    key: 'volume',
    align: 'end',
    width: 100,
    className: 'numbers',
    responsive: ['sm'],
    render: (_, { volume }) => formatMillilitres(volume),
  },
  { title: 'Notes', dataIndex: 'notes', key: 'notes', width: '14%', ellipsis: true, responsive: ['lg'] },
  {
    title: 'Batch',
    key: 'batch',
    width: '17%',
    ellipsis: true,
    responsive: ['lg'],
    render: (_, { batchId, batchName }) => (
      <Link to="/batches/$batchId" params={{ batchId }}>
        {batchName}
      </Link>
    ),
  },
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

const withoutBatch = columns.filter(({ key }) => key !== 'batch')

/** A page of samples. */
export function SampleTable({
  samples,
  total,
  page,
  onPage,
  isLoading,
  empty,
  showsBatch = true,
  chosen,
  onChoose,
}: Props) {
  return (
    <TableCard>
      <Table<Sample>
        rowKey="id"
        columns={showsBatch ? columns : withoutBatch}
        dataSource={[...samples]}
        loading={isLoading}
        {...(chosen && {
          rowSelection: {
            columnWidth: 44,
            selectedRowKeys: [...chosen],
            onChange: (keys) => onChoose?.(new Set(keys.map(String))),
            getCheckboxProps: ({ name }) => ({ 'aria-label': `Choose ${name}` }),
          },
        })}
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
