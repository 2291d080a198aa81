import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { textOfFailure } from '../../../api/call-error.ts'
import { sampleTreeQuery } from '../../../entities/sample/sample-api.ts'
import { countSamples } from '../../../entities/sample/sample-text.ts'
import { ExportButton } from '../../../features/exports/export-button.tsx'
import { printChosen } from '../../../features/printing/run/print-chosen.tsx'
import { BulkBar } from '../../../features/sample-selection/bulk-bar.tsx'
import { CodesButton } from '../../../features/sample-selection/codes-button.tsx'
import { useChosenSamples } from '../../../features/sample-selection/use-chosen-samples.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useDeleteSample } from '../use-delete-sample.ts'
import { LinkedFilters } from './linked-filters.tsx'
import { type ChosenFilters, SampleFilters } from './sample-filters.tsx'
import { SampleTree } from './sample-tree.tsx'
import { matchingSamples, treeRows } from './tree-rows.ts'

/** Continued typing in a field replaces the history entry, so that Back does not go letter by letter. */
const continuesTyping = (before: ChosenFilters, change: ChosenFilters) =>
  (['query', 'subjectId', 'siteId'] as const).some((field) => field in change && before[field] !== undefined)

export function SampleListScreen() {
  const { page: _page, ...filter } = useSearch({ from: '/signed-in/samples' })
  const navigate = useNavigate({ from: '/samples' })
  const tree = useInfiniteQuery(sampleTreeQuery(filter))
  const { mutate: deleteSample } = useDeleteSample()
  const rows = useMemo(() => treeRows(tree.data?.pages ?? []), [tree.data])
  const chosen = useChosenSamples(
    useMemo(() => matchingSamples(rows), [rows]),
    JSON.stringify(filter),
  )
  const { remove } = chosen
  const onDelete = useCallback(
    (sample: { id: string; name: string }) => deleteSample(sample, { onSuccess: () => remove(sample.id) }),
    [deleteSample, remove],
  )
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const [first] = tree.data?.pages ?? []

  const change = (chosenFilters: ChosenFilters) =>
    navigate({
      search: ({ page: _first, ...before }) => ({ ...before, ...chosenFilters }),
      replace: continuesTyping(filter, chosenFilters),
    })

  return (
    <>
      <PageHeader
        title="Samples"
        tag={first && <Count text={countFound(first)} />}
        actions={<Actions filter={filter} />}
      />
      <SampleFilters chosen={filter} onChange={change} />
      <LinkedFilters chosen={filter} onChange={change} />
      {first && (
        <BulkBar
          chosen={chosen}
          printLabels={printChosen}
          matching={{ filter, total: first.totalSamples, totalIsExact: first.totalIsExact }}
        />
      )}
      {tree.isError && !tree.data ? (
        <LoadError title="Failed to fetch samples" text={textOfFailure(tree.error)} onRetry={tree.refetch} />
      ) : (
        <SampleTree
          rows={rows}
          isLoading={tree.isPending || tree.isPlaceholderData}
          onNearEnd={() => tree.hasNextPage && !tree.isFetchingNextPage && tree.fetchNextPage()}
          chosen={chosen.ids}
          onChoose={chosen.choose}
          onDelete={onDelete}
          empty={isFiltered ? <NoMatch onClear={() => navigate({ search: {} })} /> : <NoSamples />}
        />
      )}
    </>
  )
}

function Actions({ filter }: { filter: ChosenFilters }) {
  return (
    <>
      <CodesButton />
      <ExportButton filter={filter} />
      <LinkButton to="/samples/import">Import</LinkButton>
      <LinkButton to="/samples/create" color="primary" variant="solid">
        Create Sample
      </LinkButton>
    </>
  )
}

/** '1 sample', 'more than 10,000 samples'. */
function countFound({ totalSamples, totalIsExact }: { totalSamples: number; totalIsExact: boolean }) {
  const count = countSamples(totalSamples)
  return totalIsExact ? count : `more than ${count}`
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
  const create = <Link to="/batches/create-patient">Create a patient batch</Link>
  return <EmptyState text="No samples yet. They come with a batch." action={create} />
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const clear = <Button onClick={onClear}>Clear all filters</Button>
  return <EmptyState text="No sample matches these filters." action={clear} />
}
