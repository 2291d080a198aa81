import { Button, Result } from 'antd'
import { CallError, textOfFailure } from '../../api/call-error.ts'
import { LinkButton } from '../../ui/link-button.tsx'
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
  return (
    <>
      <PageHeader title="Storage" />
      <Result
        status={isUnknown ? 'info' : 'error'}
        title={isUnknown ? unknownTitle : 'Error Loading Storage'}
        subTitle={textOfFailure(failure)}
        extra={
          <>
            {!isUnknown && <Button onClick={onRetry}>Retry</Button>}
            <LinkButton to="/storage">Back to the storages</LinkButton>
          </>
        }
      />
    </>
  )
}
