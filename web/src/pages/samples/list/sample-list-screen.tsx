import { formatTotal } from '@lims/contract/format-count.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useDeniedProps, useMay } from '../../../entities/session/use-may.ts'
import { ExportButton } from '../../../features/exports/export-button.tsx'
import { printChosen } from '../../../features/printing/run/lazy-print-dialogs.tsx'
import { BulkBar } from '../../../features/sample-selection/bulk-bar.tsx'
import { CodesButton } from '../../../features/sample-selection/codes-button.tsx'
import { useChosenSamples } from '../../../features/sample-selection/use-chosen-samples.ts'
import { ColumnsButton } from '../../../features/sample-table/columns-button.tsx'
import { SampleList } from '../../../features/sample-table/sample-list.tsx'
import { SaveViewButton } from '../../../features/sample-table/save-view-button.tsx'
import { matchingSamples } from '../../../features/sample-table/tree-rows.ts'
import { usePrintList } from '../../../features/sample-table/use-print-list.ts'
import { useSampleRows } from '../../../features/sample-table/use-sample-rows.ts'
import { viewsQuery } from '../../../features/sample-table/view-api.ts'
import { findView } from '../../../features/sample-table/view-search.ts'
import { keepKnown } from '../../../ui/address-values.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { countMoreFilters } from './more-filters.tsx'
import { SampleFilters } from './sample-filters.tsx'
import { type ChosenFilters, isLinked, SampleFilterParameters } from './sample-list-search.ts'

const FilterChips = lazyPart(() => import('./filter-chips.tsx').then((file) => file.FilterChips), { rows: 1 })
const LinkedFilters = lazyPart(() => import('./linked-filters.tsx').then((file) => file.LinkedFilters), {
  rows: 1,
})
const PartOfId = lazyPart(() => import('./linked-filters.tsx').then((file) => file.PartOfId), { rows: 1 })

/** Continued typing in a field replaces the history entry, so that Back does not go letter by letter. */
const continuesTyping = (before: ChosenFilters, change: ChosenFilters) =>
  (['query', 'subjectId', 'siteId'] as const).some((field) => field in change && before[field] !== undefined)

export function SampleListScreen() {
  const {
    page: _page,
    sort,
    view: viewId,
    ...filter
  } = useSearch({
    from: '/signed-in/samples',
    select: keepKnown(SampleFilterParameters),
  })
  const navigate = useNavigate({ from: '/samples' })
  const { data: views = [] } = useQuery(viewsQuery)
  const view = findView(views, { sort, view: viewId, ...filter })
  const { print, isLoading: isPrinting, page: printedPage } = usePrintList(filter, sort)
  const { found, ...list } = useSampleRows(filter, sort)
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const chosen = useChosenSamples(
    useMemo(() => matchingSamples(list.rows), [list.rows]),
    JSON.stringify(filter),
    { isWhole: !isFiltered },
  )

  const change = (chosenFilters: ChosenFilters) =>
    navigate({
      search: ({ page: _first, ...before }) => ({ ...before, ...chosenFilters }),
      replace: continuesTyping(filter, chosenFilters),
    })

  return (
    <>
      <PageHeader
        title={view?.name ?? 'Samples'}
        {...(view && { trail: [{ label: 'Samples', href: '/samples' }] })}
        tag={found && <Count text={formatTotal(found.totalSamples, 'sample', found.totalIsExact)} />}
        actions={<Actions filter={filter} onPrint={print} isPrinting={isPrinting} />}
      />
      <SampleFilters chosen={filter} onChange={change}>
        <SaveViewButton search={{ sort, ...filter }} current={view} />
      </SampleFilters>
      {countMoreFilters(filter) > 0 && <FilterChips chosen={filter} onChange={change} />}
      {isLinked(filter) && <LinkedFilters chosen={filter} onChange={change} />}
      {found?.byPartOfId && found.totalSamples > 0 && <PartOfId byPartOfId={found.byPartOfId} />}
      {found && (
        <BulkBar
          chosen={chosen}
          printLabels={printChosen}
          matching={{ filter, sort, total: found.totalSamples, totalIsExact: found.totalIsExact }}
        />
      )}
      <SampleList
        list={list}
        printedPage={printedPage}
        sort={sort}
        onSort={(next) => navigate({ search: (before) => ({ ...before, sort: next }) })}
        chosen={chosen.ids}
        onChoose={chosen.choose}
        onDeleted={chosen.remove}
        onShowAll={() => navigate({ search: {} })}
        empty={isFiltered ? <NoMatch onClear={() => navigate({ search: {} })} /> : <NoSamples />}
      />
    </>
  )
}

type ActionsProps = { filter: ChosenFilters; onPrint: () => void; isPrinting: boolean }

function Actions({ filter, onPrint, isPrinting }: ActionsProps) {
  const importing = useDeniedProps('import')
  const creating = useDeniedProps('sample.create')
  return (
    <>
      <CodesButton />
      <ColumnsButton />
      <Button loading={isPrinting} onClick={onPrint}>
        Print
      </Button>
      <ExportButton filter={filter} />
      <LinkButton {...importing} to="/samples/import">
        Import
      </LinkButton>
      <LinkButton {...creating} to="/samples/create" color="primary" variant="solid">
        Create Sample
      </LinkButton>
    </>
  )
}

/** Screen readers announce it when a filter changes it. */
function Count({ text }: { text: string }) {
  return (
    <span role="status" className="numbers muted">
      {text}
    </span>
  )
}

function NoSamples() {
  const mayCreate = useMay('batch.create')
  const create = mayCreate && <Link to="/batches/create-patient">Create a patient batch</Link>
  return <EmptyState text="No samples yet. They come with a batch." action={create} />
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const clear = <Button onClick={onClear}>Clear all filters</Button>
  return <EmptyState text="No sample matches these filters." action={clear} />
}
