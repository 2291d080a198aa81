import { textOfFailure } from '../../api/call-error.ts'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

type Props = {
  failure: Error
  onRetry: () => unknown
  /** The title if the storage does not exist. */
  unknownTitle: 'No storage found.' | 'Storage Not Found'
}

/** The page of a storage that does not exist or could not be loaded. */
export const StorageMissing = ({ failure, onRetry, unknownTitle }: Props) => (
  <>
    <PageHeader title="Storage" />
    <NotLoaded
      query={{ error: failure, refetch: onRetry }}
      notFound={['storage-not-found']}
      missing={
        <EmptyState
          title={unknownTitle}
          text={textOfFailure(failure)}
          action={<LinkButton to="/storage">Back to the storages</LinkButton>}
        />
      }
      failedTitle="Error Loading Storage"
    />
  </>
)
