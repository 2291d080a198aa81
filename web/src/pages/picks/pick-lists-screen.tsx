import type { PickList } from '@lims/contract/picks.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button, Segmented, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { QueryError } from '../../api/query-error.tsx'
import { freezerWorkTrail } from '../../entities/freezer-work/trails.ts'
import { pickListsQuery } from '../../entities/pick/pick-api.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { forgetKeptCodes } from '../../features/sample-selection/use-code-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatLastDay, formatMoment } from '../../ui/format-moment.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import { useAtMost } from '../../ui/use-media.ts'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import { outcomeOf, progressOf } from './pick-walk.ts'
import styles from './picks.module.css'

const CodesDialog = lazyDialog(() =>
  import('../../features/sample-selection/codes-dialog.tsx').then((file) => file.CodesDialog),
)
const PickListDialog = lazyDialog(() =>
  import('../../features/sample-selection/pick-list-dialog.tsx').then((file) => file.PickListDialog),
)

const pageSize = 20

const emptyTexts = {
  open: 'No pick list is open. Choose samples in Samples, or start with a list of codes.',
  closed: 'No pick list was closed yet.',
}

/** The open and the closed pick lists: one's own first. */
export function PickListsScreen() {
  useRerenderDaily()
  const { state = 'open', page = 1 } = useSearch({ from: '/signed-in/picks' })
  const navigate = useNavigate({ from: '/picks' })
  const lists = useQuery(pickListsQuery({ state, pageNumber: page - 1, pageSize }))
  const columns = useColumns(state)

  return (
    <>
      <PageHeader
        title="Pick lists"
        trail={freezerWorkTrail}
        subtitle="Tubes reserved for a person and a purpose, in the order of the walk through the freezers."
        actions={<NewPickList />}
      />
      <Segmented
        className={styles.states ?? ''}
        aria-label="Pick lists shown"
        value={state}
        options={[
          { value: 'open', label: 'Open' },
          { value: 'closed', label: 'Closed' },
        ]}
        onChange={(next) => navigate({ search: next === 'closed' ? { state: 'closed' } : {} })}
      />
      {lists.isLoadingError ? (
        <QueryError title="The pick lists could not be loaded" query={lists} />
      ) : (
        <TableCard>
          <PagedTable
            rowKey="id"
            columns={columns}
            query={lists}
            rows={lists.data?.pickLists}
            total={lists.data?.totalPickLists}
            page={page}
            pageSize={pageSize}
            onPage={(next) => navigate({ search: (before) => ({ ...before, page: next }) })}
            empty={<EmptyState text={emptyTexts[state]} />}
          />
        </TableCard>
      )}
    </>
  )
}

/** Finds samples by a list of codes, and makes a pick list of them. */
function NewPickList() {
  const denied = useDeniedProps('pick.edit')
  const [opening, setOpening] = useState(0)
  const [step, setStep] = useState<'codes' | 'list'>()
  const [sampleIds, setSampleIds] = useState<readonly string[]>([])
  return (
    <>
      <Button
        type="primary"
        {...denied}
        onClick={() => {
          setOpening((count) => count + 1)
          setStep('codes')
        }}
      >
        New pick list…
      </Button>
      <CodesDialog
        key={opening}
        list=""
        isOpen={step === 'codes'}
        keepsList
        onSelect={(ids) => {
          setSampleIds(ids)
          setStep('list')
        }}
        onClose={() => setStep(undefined)}
      />
      <PickListDialog
        sampleIds={sampleIds}
        isOpen={step === 'list'}
        onClose={() => setStep(undefined)}
        onDone={forgetKeptCodes}
      />
    </>
  )
}

function useColumns(state: 'open' | 'closed'): TableColumnsType<PickList> {
  const isNarrow = useAtMost('md')
  const list: TableColumnsType<PickList>[number] = {
    title: 'Pick list',
    key: 'name',
    render: (_, { id, name, purpose, personName }) => (
      <span className={styles.name}>
        <Link to="/picks/$pickListId" params={{ pickListId: id }}>
          {name}
        </Link>
        <small className="muted">{isNarrow ? `for ${personName}` : purpose}</small>
      </span>
    ),
  }
  const progress: TableColumnsType<PickList>[number] = {
    title: state === 'open' ? 'Picked' : 'Outcome',
    key: 'progress',
    width: isNarrow ? 130 : 260,
    render: (_, { name, counts }) =>
      state === 'open' ? <ProgressLine of={name} {...progressOf(counts)} /> : outcomeOf(counts),
  }
  if (isNarrow) return [list, progress]
  return [
    list,
    { title: 'For', key: 'person', width: 180, ellipsis: true, render: (_, { personName }) => personName },
    progress,
    {
      title: 'Expected return',
      key: 'return',
      width: 150,
      className: 'numbers',
      responsive: ['lg'],
      render: (_, { expectedReturnAt }) => (expectedReturnAt ? formatLastDay(expectedReturnAt) : '—'),
    },
    state === 'open'
      ? {
          title: 'Created',
          key: 'created',
          width: 150,
          className: 'numbers',
          render: (_, { createdAt }) => formatMoment(createdAt),
        }
      : {
          title: 'Closed',
          key: 'closed',
          width: 150,
          className: 'numbers',
          render: (_, { closedAt }) => (closedAt ? formatMoment(closedAt) : ''),
        },
  ]
}
