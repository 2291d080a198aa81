import type { Batch } from '@lims/contract/batches.ts'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { DeleteBatchDialog } from './delete-batch-dialog.tsx'

/** Asks, deletes and goes on to the list, where Undo stands. */
export function DeleteBatchButton({ batch }: { batch: Batch }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <Button danger onClick={() => setAsking(true)}>
        Delete Batch
      </Button>
      <DeleteBatchDialog
        batch={isAsking ? batch : undefined}
        leave={() => navigate({ to: '/batches' })}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
