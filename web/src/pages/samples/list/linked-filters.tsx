import type { ByPartOfId } from '@lims/contract/sample-filters.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { hasCode } from '../../../api/call-error.ts'
import { batchQuery } from '../../../entities/batch/batch-api.ts'
import { explainPartOfId } from '../../../entities/sample/part-of-id.ts'
import { formatInstant } from '../../../ui/format-instant.ts'
import { formatPeriod } from '../../../ui/format-moment.ts'
import styles from './sample-filters.module.css'
import type { ChosenFilters } from './sample-list-search.ts'

type Props = { chosen: ChosenFilters; onChange: (change: ChosenFilters) => void }

/** The filters without a field, set by a link: each with its meaning and a button to remove it. */
export function LinkedFilters(props: Props) {
  return (
    <>
      <BatchFilter {...props} />
      <ChildFilter {...props} />
      <WaitFilter {...props} />
      <TimeFilters {...props} />
    </>
  )
}

/** Says that the list has samples of other subjects or sites too, as no sample has the whole ID of the filter. */
export function PartOfId({ byPartOfId }: { byPartOfId: NonNullable<ByPartOfId> }) {
  return (
    <p role="status" className={styles.batch}>
      {explainPartOfId(byPartOfId)}
    </p>
  )
}

function BatchFilter({ chosen: { batchId = '' }, onChange }: Props) {
  const { data: batch, error } = useQuery({ ...batchQuery(batchId), enabled: batchId !== '' })
  if (!batchId) return null
  const unnamed = hasCode(error, 'batch-not-found') ? 'a batch that does not exist' : 'one batch'
  return (
    <p className={styles.batch}>
      Only samples of <strong>{batch?.name ?? unnamed}</strong>
      <Button size="small" onClick={() => onChange({ batchId: undefined })}>
        Show all batches
      </Button>
    </p>
  )
}

function ChildFilter({ chosen: { hasParent }, onChange }: Props) {
  if (!hasParent) return null
  return (
    <p className={styles.batch}>
      {hasParent === 'yes' ? 'Only children' : 'Without children'}
      <Button size="small" onClick={() => onChange({ hasParent: undefined })}>
        Parents and children
      </Button>
    </p>
  )
}

function WaitFilter({ chosen: { waits }, onChange }: Props) {
  if (!waits) return null
  return (
    <p className={styles.batch}>
      <span>
        Only samples that wait: not children that were not received, nor what is depleted or disposed of
      </span>
      <Button size="small" onClick={() => onChange({ waits: undefined })}>
        Also those that do not wait
      </Button>
    </p>
  )
}

/** The periods that the dashboard counts. */
function TimeFilters({ chosen, onChange }: Props) {
  const { waitingSince, reached, reachedFrom, reachedTo, change, changedFrom, changedTo } = chosen
  return (
    <>
      {waitingSince && (
        <p className={styles.batch}>
          <span>
            Only samples in their status since before <strong>{formatInstant(waitingSince)}</strong>
          </span>
          <Button size="small" onClick={() => onChange({ waitingSince: undefined })}>
            Any waiting time
          </Button>
        </p>
      )}
      {reached && (
        <p className={styles.batch}>
          <span>
            Only samples that became {displayName(reached)}{' '}
            <strong>{formatPeriod(reachedFrom, reachedTo)}</strong>
          </span>
          <Button
            size="small"
            onClick={() => onChange({ reached: undefined, reachedFrom: undefined, reachedTo: undefined })}
          >
            At any time
          </Button>
        </p>
      )}
      {change && (
        <p className={styles.batch}>
          <span>
            Only samples of one change,{' '}
            <strong>
              {formatInstant(changedFrom)}
              {changedTo !== changedFrom && ` to ${formatInstant(changedTo)}`}
            </strong>
          </span>
          <Button size="small" onClick={() => onChange(noChange)}>
            All samples
          </Button>
        </p>
      )}
    </>
  )
}

const noChange = {
  change: undefined,
  changedBy: undefined,
  changedFrom: undefined,
  changedTo: undefined,
  changedVariant: undefined,
}
