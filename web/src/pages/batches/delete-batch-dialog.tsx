import type { ListedBatch } from '@lims/contract/batches.ts'
import { sampleCount } from '../../entities/batch/sample-count.ts'
import { ConfirmByTyping } from '../../ui/confirm-by-typing.tsx'
import { useDeleteBatch } from './use-delete-batch.ts'

type Props = {
  batch: Pick<ListedBatch, 'id' | 'name' | 'numSamples'> | undefined
  /** Where to go once it is deleted. */
  leave?: () => Promise<void>
  onClose: () => void
  afterClose?: () => void
}

/** Deletes a batch and its samples, once the word delete is typed. */
export function DeleteBatchDialog({ batch, leave, onClose, afterClose = () => {} }: Props) {
  const remove = useDeleteBatch(leave)
  return (
    <ConfirmByTyping
      isOpen={batch !== undefined}
      title={`Delete ${batch?.name ?? ''}?`}
      warning={`The batch's samples are deleted too: ${sampleCount(batch?.numSamples)} in all, with their places and history. You can undo it for 10 seconds.`}
      word="delete"
      okText="Delete"
      isWorking={remove.isPending}
      onConfirm={() => batch && remove.mutate(batch, { onSuccess: onClose })}
      onClose={onClose}
      afterClose={afterClose}
    />
  )
}
