import { CallError, textOfFailure } from '../../api/call-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

type Props = {
  failure: Error
  onRetry: () => void
  /** The title if the storage does not exist. */
  unknownTitle: 'No storage found.' | 'Storage Not Found'
}

export const isStorageMissing = (failure: Error | null): boolean =>
  failure instanceof CallError && failure.code === 'storage-not-found'

/** The page of a storage that does not exist or could not be loaded. */
export function StorageMissing({ failure, onRetry, unknownTitle }: Props) {
  const isUnknown = isStorageMissing(failure)
  const text = textOfFailure(failure)
  return (
    <>
      <PageHeader title="Storage" />
      {isUnknown ? (
        <EmptyState
          title={unknownTitle}
          text={text}
          action={<LinkButton to="/storage">Back to the storages</LinkButton>}
        />
      ) : (
        <LoadError title="Error Loading Storage" text={text} onRetry={onRetry} />
      )}
    </>
  )
}
