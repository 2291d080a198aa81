import { displayName, nextStatuses, SampleStatus } from '@lims/contract/sample-status.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { ChooseStatusDialog } from '../../entities/sample/choose-status-dialog.tsx'
import { countSamples, shortenNames } from '../../entities/sample/sample-text.ts'
import { useUpdateStatuses } from '../../entities/sample/use-update-status.ts'
import styles from './sample-selection.module.css'

type Props = {
  samples: readonly Sample[]
  /** How many of them the filters hide. */
  numHidden: number
  onDone: () => void
}

/** The statuses to which every sample may go. */
const commonTargets = (samples: readonly Sample[]) =>
  SampleStatus.options.filter((status) =>
    samples.every((sample) => nextStatuses[sample.status].includes(status)),
  )

/** The actions for the chosen samples. */
export function BulkBar({ samples, numHidden, onDone }: Props) {
  const [isUpdating, setIsUpdating] = useState(false)
  const update = useUpdateStatuses()
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
        title={`Update status of ${countSamples(samples.length)}`}
        targets={commonTargets(samples)}
        noTarget="These samples have no next status in common. Choose samples of one status."
        noTargetReason={<StatusGroups samples={samples} />}
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

/** The statuses of the samples: the largest group as a number, the other groups by name. */
function StatusGroups({ samples }: { samples: readonly Sample[] }) {
  const [largest, ...others] = Object.entries(Object.groupBy(samples, ({ status }) => status))
    .map(([status, group]) => ({
      status: displayName(status as SampleStatus),
      names: group.map(({ name }) => name),
    }))
    .sort((one, other) => other.names.length - one.names.length)
  if (!largest) return null
  const { names, status } = largest
  return (
    <ul className={styles.statusGroups}>
      <li>{`${names.length === 1 ? `${names[0]} is` : `${names.length} samples are`} ${status}`}</li>
      {others.map(({ status, names }) => (
        <li key={status}>{`${shortenNames(names)} ${names.length === 1 ? 'is' : 'are'} ${status}`}</li>
      ))}
    </ul>
  )
}
