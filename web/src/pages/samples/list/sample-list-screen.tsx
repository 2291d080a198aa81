import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { textOfFailure } from '../../../api/call-error.ts'
import { sampleTreeQuery } from '../../../entities/sample/sample-api.ts'
import { ExportButton } from '../../../features/exports/export-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useDeleteSample } from '../use-delete-sample.ts'
import { BatchFilter } from './batch-filter.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { type ChosenFilters, SampleFilters } from './sample-filters.tsx'
import { SampleTree } from './sample-tree.tsx'
import { shownCount } from './shown-count.ts'
import { TimeFilter } from './time-filter.tsx'
import { matchingSamples, treeRows } from './tree-rows.ts'
import { useChosenSamples } from './use-chosen-samples.ts'

/** What is typed on in a field is one step back, not one for each letter. */
const isTypedOn = (before: ChosenFilters, change: ChosenFilters) =>
  (['query', 'subjectId', 'siteId'] as const).some((field) => field in change && before[field] !== undefined)

export function SampleListScreen() {
  const { page: _page, ...filter } = useSearch({ from: '/signed-in/samples' })
  const navigate = useNavigate({ from: '/samples' })
  const tree = useInfiniteQuery(sampleTreeQuery(filter))
  const { mutate: remove } = useDeleteSample()
  const rows = useMemo(() => treeRows(tree.data?.pages ?? []), [tree.data])
  const chosen = useChosenSamples(useMemo(() => matchingSamples(rows), [rows]))
  const { drop } = chosen
  const onDelete = useCallback(
    (sample: { id: string; name: string }) => remove(sample, { onSuccess: () => drop(sample.id) }),
    [remove, drop],
  )
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const [first] = tree.data?.pages ?? []

  const change = (chosenFilters: ChosenFilters) =>
    navigate({
      search: ({ page: _first, ...before }) => ({ ...before, ...chosenFilters }),
      replace: isTypedOn(filter, chosenFilters),
    })

  return (
    <>
      <PageHeader
        title="Samples"
        tag={first && <Count text={shownCount(first)} />}
        actions={<Actions filter={filter} />}
      />
      <SampleFilters chosen={filter} onChange={change} />
      {filter.batchId && (
        <BatchFilter batchId={filter.batchId} onClear={() => change({ batchId: undefined })} />
      )}
      <TimeFilter chosen={filter} onChange={change} />
      {chosen.samples.length > 0 && (
        <BulkBar samples={chosen.samples} numHidden={chosen.numHidden} onDone={chosen.clear} />
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
          empty={isFiltered ? <NoneMatches onClear={() => navigate({ search: {} })} /> : <NoneYet />}
        />
      )}
    </>
  )
}

function Actions({ filter }: { filter: ChosenFilters }) {
  return (
    <>
      <ExportButton filter={filter} />
      <LinkButton to="/samples/import">Import</LinkButton>
      <LinkButton to="/samples/create" color="primary" variant="solid">
        Create Sample
      </LinkButton>
    </>
  )
}

/** Said aloud when a filter changes it. */
function Count({ text }: { text: string }) {
  return (
    <span role="status" className="numbers muted">
      {text}
    </span>
  )
}

function NoneYet() {
  const create = <Link to="/batches/create-patient">Create a patient batch</Link>
  return <EmptyState text="No samples yet. They come with a batch." action={create} />
}

function NoneMatches({ onClear }: { onClear: () => void }) {
  const clear = <Button onClick={onClear}>Clear all filters</Button>
  return <EmptyState text="No sample matches these filters." action={clear} />
}
