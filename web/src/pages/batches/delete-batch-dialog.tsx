import type { ListedBatch } from '@lims/contract/batches.ts'
import { recentDeletionDays } from '@lims/contract/deletions.ts'
import { hasCode } from '../../api/call-error.ts'
import { formatSampleCount } from '../../entities/batch/batch-api.ts'
import { useDeleteBatch } from '../../entities/deletion/use-delete-batch.ts'
import { useRolesOn } from '../../entities/session/use-may.ts'
import { ConfirmByTyping } from '../../forms/confirm-by-typing.tsx'

type Props = {
  isOpen: boolean
  /** As it was when the dialog was opened: the person confirms that so many samples are deleted. */
  batch: Pick<ListedBatch, 'id' | 'name' | 'numSamples'> | undefined
  /** Navigates away from the deleted batch. */
  leave?: () => Promise<void>
  onClose: () => void
  afterClose?: () => void
}

/** Deletes a batch and its samples after the person typed the word delete. */
export function DeleteBatchDialog({ isOpen, batch, leave, onClose, afterClose = () => {} }: Props) {
  const remove = useDeleteBatch({ leave })
  const isReasonRequired = useRolesOn()
  const onError = (failure: Error) => hasCode(failure, 'version-stale') && onClose()
  return (
    <ConfirmByTyping
      isOpen={isOpen}
      title={`Delete ${batch?.name ?? ''}?`}
      warning={`The batch's samples are deleted too: ${formatSampleCount(batch?.numSamples)} in all, with their places and history. They can be restored for ${recentDeletionDays} days.`}
      word="delete"
      okText="Delete"
      isWorking={remove.isPending}
      isReasonRequired={isReasonRequired}
      onConfirm={(reason) => batch && remove.mutate({ ...batch, reason }, { onSuccess: onClose, onError })}
      onClose={onClose}
      afterClose={afterClose}
    />
  )
}
