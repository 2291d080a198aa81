import { nextStatuses, SampleStatus } from '@lims/contract/sample-status.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { ChooseStatusDialog } from '../choose-status-dialog.tsx'
import styles from './sample-tree.module.css'
import { StatusesApart } from './statuses-apart.tsx'
import { useUpdateStatuses } from './use-update-statuses.ts'

type Props = {
  samples: readonly Sample[]
  /** How many of them the filters hide. */
  numHidden: number
  onDone: () => void
}

/** Where all of them may go. */
const commonTargets = (samples: readonly Sample[]) =>
  SampleStatus.options.filter((status) =>
    samples.every((sample) => nextStatuses[sample.status].includes(status)),
  )

/** What can be done with the chosen samples. */
export function BulkBar({ samples, numHidden, onDone }: Props) {
  const [isUpdating, setIsUpdating] = useState(false)
  const update = useUpdateStatuses()
  const count = samples.length === 1 ? '1 sample' : `${samples.length.toLocaleString('en')} samples`
  return (
    <div className={styles.bar} role="toolbar" aria-label="Chosen samples">
      <strong className="numbers" role="status">
        {`${samples.length.toLocaleString('en')} chosen${numHidden > 0 ? `, ${numHidden.toLocaleString('en')} not in this list` : ''}`}
      </strong>
      <Button onClick={() => setIsUpdating(true)}>Update status</Button>
      <Button type="text" onClick={onDone}>
        Clear
      </Button>
      <ChooseStatusDialog
        title={`Update status of ${count}`}
        targets={commonTargets(samples)}
        noTarget="These samples have no next status in common. Choose samples of one status."
        whyNone={<StatusesApart samples={samples} />}
        isOpen={isUpdating}
        isSaving={update.isPending}
        onUpdate={({ newStatus, notes }) =>
          update.mutate(
            { sampleIds: samples.map(({ id }) => id), newStatus, notes },
            {
              onSuccess: () => {
                setIsUpdating(false)
                onDone()
              },
            },
          )
        }
        onClose={() => setIsUpdating(false)}
      />
    </div>
  )
}
