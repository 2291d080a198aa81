import { Link } from '@tanstack/react-router'
import { CallError, textOfFailure } from '../api/call-error.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** In place of a sample that does not exist or could not be loaded. */
export function SampleMissing({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const isUnknown = failure instanceof CallError && failure.code === 'sample-not-found'
  return (
    <>
      <PageHeader title="Sample" trail={[{ label: 'Samples', href: '/samples' }]} />
      {isUnknown ? (
        <EmptyState text="No sample found" action={<Link to="/samples">Back to the samples</Link>} />
      ) : (
        <LoadError title="The sample could not be loaded" text={textOfFailure(failure)} onRetry={onRetry} />
      )}
    </>
  )
}
