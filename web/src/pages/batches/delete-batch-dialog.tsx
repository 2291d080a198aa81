import type { Batch, ListedBatch } from '@lims/contract/batches.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatSampleCount } from '../../entities/batch/batch-api.ts'
import { useDeleteBatch } from '../../entities/deletion/use-delete-batch.ts'
import { useDeniedProps, useRolesOn } from '../../entities/session/use-may.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { DeleteButton } from '../../ui/row-actions.tsx'
import { useLeavePage } from '../../ui/use-leave-page.ts'

const ConfirmByTyping = lazyDialog(() =>
  import('../../forms/confirm-by-typing.tsx').then((file) => file.ConfirmByTyping),
)

type Props = {
  batch: Pick<ListedBatch, 'id' | 'name' | 'numSamples'> | undefined
  /** Navigates away from the deleted batch. */
  leave?: () => Promise<void>
  onClose: () => void
  afterClose?: () => void
}

/** Deletes a batch and its samples after the person typed the word delete. */
export function DeleteBatchDialog({ batch, leave, onClose, afterClose = () => {} }: Props) {
  const remove = useDeleteBatch({ leave })
  const isReasonRequired = useRolesOn()
  return (
    <ConfirmByTyping
      isOpen={batch !== undefined}
      title={`Delete ${batch?.name ?? ''}?`}
      warning={`The batch's samples are deleted too: ${formatSampleCount(batch?.numSamples)} in all, with their places and history. You can undo it for 10 seconds.`}
      word="delete"
      okText="Delete"
      isWorking={remove.isPending}
      isReasonRequired={isReasonRequired}
      onConfirm={(reason) => batch && remove.mutate({ ...batch, reason }, { onSuccess: onClose })}
      onClose={onClose}
      afterClose={afterClose}
    />
  )
}

/** Deletes the batch of its own page, and leads to the list. */
export function DeleteBatchButton({ batch }: { batch: Batch }) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const leave = useLeavePage()
  const denied = useDeniedProps('batch.delete')
  return (
    <>
      <DeleteButton name={batch.name} size="middle" {...denied} onClick={() => setOpen(true)} />
      <DeleteBatchDialog
        batch={isOpen ? batch : undefined}
        leave={() => leave(() => navigate({ to: '/batches' }))}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
