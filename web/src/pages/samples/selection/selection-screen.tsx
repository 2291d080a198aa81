import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { ChosenDetails } from '@lims/contract/sample-bulk.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { TableColumnsType } from 'antd'
import { useMemo } from 'react'
import { QueryError } from '../../../api/query-error.tsx'
import { CustodyTag } from '../../../entities/custody/custody-tag.tsx'
import { PersonalValue } from '../../../entities/sample/personal-value.tsx'
import { SampleLink } from '../../../entities/sample/sample-link.tsx'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { PlaceLink } from '../../../entities/storage/place-link.tsx'
import { printChosen } from '../../../features/printing/run/lazy-print-dialogs.tsx'
import { BulkBar } from '../../../features/sample-selection/bulk-bar.tsx'
import { CodesButton } from '../../../features/sample-selection/codes-button.tsx'
import { readSelection } from '../../../features/sample-selection/saved-selection.ts'
import { selectionQuery } from '../../../features/sample-selection/selection-api.ts'
import { useChosenSamples } from '../../../features/sample-selection/use-chosen-samples.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TableCard } from '../../../ui/table-card.tsx'
import { useAtMost } from '../../../ui/use-media.ts'
import { useRoomBelow } from '../../../ui/use-room-below.ts'
import { VirtualTable } from '../../../ui/virtual-table.tsx'
import { PrintedSelection } from './printed-selection.tsx'
import styles from './selection-screen.module.css'

const trail = [{ label: 'Samples', href: '/samples' }]
const noSamples: readonly ChosenDetails[] = []

/** The samples of a list of codes, all chosen at first, with the bulk actions. */
export function SelectionScreen() {
  const { list = '' } = useSearch({ from: '/signed-in/samples/selection' })
  const ids = useMemo(() => readSelection(list), [list])
  const selection = useQuery(selectionQuery(list, ids ?? []))
  const samples = selection.data ?? noSamples
  const numDeleted = selection.data && ids ? ids.length - samples.length : 0

  return (
    <>
      <PageHeader
        title="Selected samples"
        trail={trail}
        tag={
          selection.data && (
            <span role="status" className="numbers muted not-printed">
              {formatCount(samples.length, 'sample')}
              {numDeleted > 0 && `, ${formatNumber(numDeleted)} deleted since`}
            </span>
          )
        }
        actions={
          <>
            <CodesButton />
            <LinkButton to="/samples">Show all samples</LinkButton>
          </>
        }
      />
      {!ids ? (
        <EmptyState
          text="This selection is not kept in this tab any more. Select its samples again."
          action={<CodesButton />}
        />
      ) : selection.isLoadingError ? (
        <QueryError title="Failed to fetch samples" query={selection} />
      ) : (
        <SelectionTable
          key={list}
          samples={samples}
          numDeleted={numDeleted}
          isLoading={selection.isPending}
        />
      )}
    </>
  )
}

const columnsFor = ({
  isNarrow,
  isMedium,
}: {
  isNarrow: boolean
  isMedium: boolean
}): TableColumnsType<ChosenDetails> => {
  const name: TableColumnsType<ChosenDetails>[number] = {
    title: 'Name',
    key: 'name',
    width: isNarrow ? 180 : isMedium ? 230 : 320,
    ellipsis: true,
    render: (_, sample) => (
      <>
        <SampleLink {...sample} />
        {isNarrow && (
          <span className={styles.place}>
            <Place place={sample.place} />
          </span>
        )}
      </>
    ),
  }
  const status: TableColumnsType<ChosenDetails>[number] = {
    title: 'Status',
    key: 'status',
    width: isNarrow ? 124 : 150,
    render: (_, sample) => (
      <>
        <StatusTag status={sample.status} /> <CustodyTag custody={sample.custody} isBrief={isNarrow} />
      </>
    ),
  }
  if (isNarrow) return [name, status]
  const place: TableColumnsType<ChosenDetails>[number] = {
    title: 'Place',
    key: 'place',
    width: isMedium ? 200 : 230,
    ellipsis: true,
    render: (_, sample) => <Place place={sample.place} />,
  }
  if (isMedium) return [name, status, place]
  return [
    name,
    { title: 'Type', key: 'type', width: 110, render: (_, { type }) => displayName(type) },
    status,
    {
      title: 'Subject',
      key: 'subject',
      width: 120,
      ellipsis: true,
      render: (_, { subjectId }) => <PersonalValue value={subjectId} />,
    },
    { title: 'Batch', key: 'batch', width: 180, ellipsis: true, render: (_, { batchName }) => batchName },
    place,
  ]
}

const Place = ({ place }: Pick<ChosenDetails, 'place'>) =>
  place ? (
    <PlaceLink place={{ ...place, location: place.position }} />
  ) : (
    <span className="muted">not in storage</span>
  )

type SelectionTableProps = { samples: readonly ChosenDetails[]; numDeleted: number; isLoading: boolean }

function SelectionTable({ samples, numDeleted, isLoading }: SelectionTableProps) {
  const { place, height, isNarrow } = useRoomBelow()
  const isMedium = useAtMost('xl')
  const chosen = useChosenSamples(samples, 'selection', { startsWithAll: true })
  const columns = useMemo(() => columnsFor({ isNarrow, isMedium }), [isNarrow, isMedium])
  return (
    <>
      <BulkBar chosen={chosen} printLabels={printChosen} />
      <PrintedSelection samples={samples} numDeleted={numDeleted} chosenIds={chosen.ids} />
      <div ref={place} className="not-printed">
        <TableCard>
          <VirtualTable<ChosenDetails>
            aria-label="Chosen samples"
            rowKey="id"
            columns={columns}
            dataSource={[...samples]}
            loading={isLoading}
            pagination={false}
            scroll={{ y: height, x: isNarrow ? 340 : isMedium ? 620 : 1110 }}
            locale={{ emptyText: isLoading ? ' ' : <EmptyState text="All of these samples were deleted." /> }}
            rowSelection={{
              columnWidth: isNarrow ? 36 : 44,
              selectedRowKeys: [...chosen.ids],
              onChange: (keys) => chosen.choose(new Set(keys.map(String))),
              getCheckboxProps: ({ name }) => ({ 'aria-label': `Choose ${name}` }),
            }}
          />
        </TableCard>
      </div>
    </>
  )
}
