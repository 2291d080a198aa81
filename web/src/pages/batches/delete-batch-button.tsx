import type { Batch } from '@lims/contract/batches.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DeleteButton } from '../../ui/row-actions.tsx'
import { DeleteBatchDialog } from './delete-batch-dialog.tsx'

/** Asks, deletes and goes on to the list, where Undo stands. */
export function DeleteBatchButton({ batch }: { batch: Batch }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <DeleteButton name={batch.name} size="middle" onClick={() => setAsking(true)} />
      <DeleteBatchDialog
        batch={isAsking ? batch : undefined}
        leave={() => navigate({ to: '/batches' })}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
