import { ArrowLeftOutlined } from '@ant-design/icons'
import { hasCode, textOfFailure } from '../../api/call-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export const isBatchMissing = (failure: Error) => hasCode(failure, 'batch-not-found')

/** Shown instead of a batch that does not exist or could not be loaded. */
export function BatchMissing({ failure, onRetry }: { failure: Error; onRetry: () => void }) {
  const text = textOfFailure(failure)
  const isUnknown = isBatchMissing(failure)
  return (
    <>
      <PageHeader title="Batch" trail={[{ label: 'Batches', href: '/batches' }]} />
      {isUnknown ? (
        <EmptyState title="No batch found." text={text} action={<BackToBatches />} />
      ) : (
        <LoadError title="No batch found." text={text} onRetry={onRetry} />
      )}
    </>
  )
}

export function BackToBatches() {
  return (
    <LinkButton to="/batches" icon={<ArrowLeftOutlined aria-hidden />}>
      Back
    </LinkButton>
  )
}
