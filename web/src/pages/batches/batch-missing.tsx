import { ArrowLeftOutlined } from '@ant-design/icons'
import { textOfFailure } from '../../api/call-error.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

const title = 'No batch found.'

/** Shown instead of a batch that does not exist or could not be loaded. */
export const BatchMissing = ({ failure, onRetry }: { failure: Error; onRetry: () => unknown }) => (
  <>
    <PageHeader title="Batch" trail={[{ label: 'Batches', href: '/batches' }]} />
    <NotLoaded
      query={{ error: failure, refetch: onRetry }}
      notFound={['batch-not-found']}
      missing={<EmptyState title={title} text={textOfFailure(failure)} action={<BackToBatches />} />}
      failedTitle={title}
    />
  </>
)

export function BackToBatches() {
  return (
    <LinkButton to="/batches" icon={<ArrowLeftOutlined aria-hidden />}>
      Back
    </LinkButton>
  )
}
