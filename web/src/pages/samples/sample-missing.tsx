import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Skeleton } from 'antd'
import { hasCode } from '../../api/call-error.ts'
import { QueryError } from '../../api/query-error.tsx'
import { deletedSampleQuery } from '../../entities/deletion/deletion-api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

const SampleDeleted = lazyPart(() => import('./sample-deleted.tsx').then((file) => file.SampleDeleted), {
  rows: 4,
})

type Props = { sampleId: string; failure: Error; onRetry: () => unknown }

/** Shown instead of a sample that was deleted, never existed, or could not be loaded. */
export function SampleMissing({ sampleId, failure, onRetry }: Props) {
  const isUnknown = hasCode(failure, 'sample-not-found')
  const deletion = useQuery({ ...deletedSampleQuery(sampleId), enabled: isUnknown })
  if (isUnknown && deletion.isPending) return <Skeleton active paragraph={{ rows: 4 }} />
  if (deletion.data) return <SampleDeleted deletion={deletion.data} onRestored={onRetry} />
  return (
    <>
      <PageHeader title="Sample" trail={[{ label: 'Samples', href: '/samples' }]} />
      {!isUnknown ? (
        <QueryError title="The sample could not be loaded" query={{ error: failure, refetch: onRetry }} />
      ) : deletion.isError ? (
        <QueryError title="No sample found; whether it was deleted is not known" query={deletion} />
      ) : (
        <EmptyState text="No sample found" action={<Link to="/samples">Back to the samples</Link>} />
      )}
    </>
  )
}
