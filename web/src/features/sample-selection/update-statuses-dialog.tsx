import { formatCount } from '@lims/contract/format-count.ts'
import type { ChosenSample } from '@lims/contract/sample-bulk.ts'
import { displayName, nextStatuses, SampleStatus } from '@lims/contract/sample-status.ts'
import { ChooseStatusDialog } from '../../entities/sample/choose-status-dialog.tsx'
import { shortenNames } from '../../entities/sample/sample-text.ts'
import { useUpdateStatuses } from '../../entities/sample/use-update-status.ts'
import styles from './sample-selection.module.css'

type Props = {
  samples: readonly ChosenSample[]
  isOpen: boolean
  onClose: () => void
  onDone: () => void
}

/** The statuses to which every sample may go. */
const commonTargets = (samples: readonly ChosenSample[]) => {
  const present = new Set(samples.map(({ status }) => status))
  return SampleStatus.options.filter((target) =>
    [...present].every((status) => nextStatuses[status].includes(target)),
  )
}

/** Moves the chosen samples to one status. */
export function UpdateStatusesDialog({ samples, isOpen, onClose, onDone }: Props) {
  const update = useUpdateStatuses()
  return (
    <ChooseStatusDialog
      title={`Update status of ${formatCount(samples.length, 'sample')}`}
      sampleIds={samples.map(({ id }) => id)}
      from={[...new Set(samples.map(({ status }) => status))]}
      targets={commonTargets(samples)}
      noTarget="These samples have no next status in common. Choose samples of one status."
      noTargetReason={<StatusGroups samples={samples} />}
      isOpen={isOpen}
      isSaving={update.isPending}
      onUpdate={({ newStatus, notes, reason }) =>
        update.mutate(
          { sampleIds: samples.map(({ id }) => id), newStatus, notes, reason },
          {
            onSuccess: () => {
              onClose()
              onDone()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}

/** The statuses of the samples: the largest group as a number, the other groups by name. */
function StatusGroups({ samples }: { samples: readonly ChosenSample[] }) {
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
      <li>{`${names.length === 1 ? `${names[0]} is` : `${formatCount(names.length, 'sample')} are`} ${status}`}</li>
      {others.map(({ status, names }) => (
        <li key={status}>{`${shortenNames(names)} ${names.length === 1 ? 'is' : 'are'} ${status}`}</li>
      ))}
    </ul>
  )
}
