import type { Sample } from '@lims/contract/samples.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import styles from './status-control.module.css'
import { UpdateStatusDialog } from './update-status-dialog.tsx'
import { useUpdateStatus } from './use-update-status.ts'

/** The status of a sample, with the ways to change it and to see how it came about. */
export function StatusControl({ sample, onHistory }: { sample: Sample; onHistory: () => void }) {
  const [isUpdating, setIsUpdating] = useState(false)
  const update = useUpdateStatus()
  const close = () => setIsUpdating(false)
  return (
    <span className={styles.cell}>
      <StatusTag status={sample.status} />
      <Button size="small" onClick={() => setIsUpdating(true)}>
        Update
      </Button>
      <Button size="small" onClick={onHistory}>
        History
      </Button>
      <UpdateStatusDialog
        sample={sample}
        isOpen={isUpdating}
        isSaving={update.isPending}
        onUpdate={({ newStatus, notes }) =>
          update.mutate({ sampleId: sample.id, newStatus, notes }, { onSuccess: close })
        }
        onClose={close}
      />
    </span>
  )
}
