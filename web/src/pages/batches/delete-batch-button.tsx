import type { Batch } from '@lims/contract/batches.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { DeleteButton } from '../../ui/row-actions.tsx'
import { useLeavePage } from '../../ui/use-leave-page.ts'
import { DeleteBatchDialog } from './lazy-delete-batch-dialog.ts'

/** Deletes the batch of its own page, and leads to the list. */
export function DeleteBatchButton({ batch }: { batch: Batch }) {
  const [isOpen, setOpen] = useState(false)
  const [seen, setSeen] = useState(batch)
  const navigate = useNavigate()
  const leave = useLeavePage()
  const denied = useDeniedProps('batch.delete')

  function open() {
    setSeen(batch)
    setOpen(true)
  }

  return (
    <>
      <DeleteButton name={batch.name} size="middle" {...denied} onClick={open} />
      <DeleteBatchDialog
        isOpen={isOpen}
        batch={seen}
        leave={() => leave(() => navigate({ to: '/batches' }))}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
