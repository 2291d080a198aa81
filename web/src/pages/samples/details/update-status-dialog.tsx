import { nextStatuses, type SampleStatus } from '@lims/contract/sample-status.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { ChooseStatusDialog } from '../choose-status-dialog.tsx'
import styles from './update-status-dialog.module.css'

type Props = {
  sample: Pick<Sample, 'name' | 'status'>
  isOpen: boolean
  isSaving: boolean
  onUpdate: (chosen: { newStatus: SampleStatus; notes?: string | undefined }) => void
  onClose: () => void
}

/** Offers the statuses that a sample may go to from where it is. */
export function UpdateStatusDialog({ sample, ...dialog }: Props) {
  const now = (
    <p className={styles.now}>
      Now <StatusTag status={sample.status} />
    </p>
  )
  return (
    <ChooseStatusDialog
      {...dialog}
      title={`Update status of ${sample.name}`}
      now={now}
      targets={nextStatuses[sample.status] ?? []}
      noTarget="This is a terminal status. No further transitions are allowed."
    />
  )
}
