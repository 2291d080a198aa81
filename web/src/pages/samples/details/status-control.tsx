import { nextStatuses } from '@lims/contract/sample-status.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { useUpdateStatus } from '../../../entities/sample/use-update-status.ts'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import styles from './status-control.module.css'

const ChooseStatusDialog = lazyDialog(() =>
  import('../../../entities/sample/choose-status-dialog.tsx').then((file) => file.ChooseStatusDialog),
)

/** The status of a sample, with buttons to change it and to show its history. */
export function StatusControl({ sample, onHistory }: { sample: Sample; onHistory: () => void }) {
  const [isUpdating, setIsUpdating] = useState(false)
  const update = useUpdateStatus()
  const close = () => setIsUpdating(false)
  const denied = useDeniedProps('sample.status')
  return (
    <span className={styles.cell}>
      <StatusTag status={sample.status} />
      <Button size="small" {...denied} onClick={() => setIsUpdating(true)}>
        Update
      </Button>
      <Button size="small" onClick={onHistory}>
        History
      </Button>
      <ChooseStatusDialog
        title={`Update status of ${sample.name}`}
        sampleIds={[sample.id]}
        current={
          <p className={styles.current}>
            Now <StatusTag status={sample.status} />
          </p>
        }
        from={[sample.status]}
        targets={nextStatuses[sample.status] ?? []}
        noTarget="This is a terminal status. No further transitions are allowed."
        isOpen={isUpdating}
        isSaving={update.isPending}
        onUpdate={({ newStatus, notes, reason }) =>
          update.mutate({ sampleId: sample.id, newStatus, notes, reason }, { onSuccess: close })
        }
        onClose={close}
      />
    </span>
  )
}
