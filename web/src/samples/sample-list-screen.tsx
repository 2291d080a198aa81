import { defaultPageSize } from '@lims/contract/paging.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { textOfFailure } from '../api/call-error.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { BatchFilter } from './batch-filter.tsx'
import { sampleListQuery } from './sample-api.ts'
import { type ChosenFilters, SampleFilters } from './sample-filters.tsx'
import { SampleTable } from './sample-table.tsx'
import { shownCount } from './shown-count.ts'

export function SampleListScreen() {
  const { page = 1, ...chosen } = useSearch({ from: '/signed-in/samples' })
  const navigate = useNavigate({ from: '/samples' })
  const samples = useQuery(sampleListQuery({ ...chosen, pageNumber: page - 1, pageSize: defaultPageSize }))
  const isFiltered = Object.values(chosen).some((value) => value !== undefined)

  const filter = (change: ChosenFilters) =>
    navigate({ search: ({ page: _first, ...before }) => ({ ...before, ...change }), replace: true })

  return (
    <>
      <PageHeader title="Samples" tag={samples.data && <Count text={shownCount(samples.data)} />} />
      <SampleFilters chosen={chosen} onChange={filter} />
      {chosen.batchId && (
        <BatchFilter batchId={chosen.batchId} onClear={() => filter({ batchId: undefined })} />
      )}
      {samples.isError ? (
        <LoadError
          title="Failed to fetch samples"
          text={textOfFailure(samples.error)}
          onRetry={samples.refetch}
        />
      ) : (
        <SampleTable
          samples={samples.data?.samples ?? []}
          total={samples.data?.totalSamples ?? 0}
          page={page}
          onPage={(next) => navigate({ search: (before) => ({ ...before, page: next }) })}
          isLoading={samples.isPending || samples.isPlaceholderData}
          empty={isFiltered ? <NoneMatches onClear={() => navigate({ search: {} })} /> : <NoneYet />}
        />
      )}
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
