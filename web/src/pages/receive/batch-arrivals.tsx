import { formatNumber } from '@lims/contract/format-count.ts'
import { receivableStatuses } from '@lims/contract/sample-status.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Progress } from 'antd'
import { batchQuery, countArrived } from '../../entities/batch/batch-api.ts'
import styles from './batch-arrivals.module.css'
import { KitArrivals } from './kit-arrivals.tsx'

type Props = {
  batchId: string
  /** The sample that was received last, if it is one of this batch. */
  lastSampleId: string | undefined
}

/** How many tubes of a batch have arrived, and which of the patient of the last receipt have not. */
export function BatchArrivals({ batchId, lastSampleId }: Props) {
  const { data: batch } = useQuery(batchQuery(batchId))
  if (!batch) return null
  const { arrived, total } = countArrived(batch)
  return (
    <div className={styles.batch}>
      <div className={styles.words}>
        <Link to="/batches/$batchId" params={{ batchId }}>
          {batch.name}
        </Link>
        <span className={`numbers ${styles.counts}`}>
          <span>
            {formatNumber(arrived)} of {formatNumber(total)} arrived
          </span>
          {arrived < total && (
            <Link
              to="/samples"
              search={{
                batchId,
                status: receivableStatuses.join(','),
                ...(batch.children && { hasParent: 'no' as const }),
              }}
            >
              {formatNumber(total - arrived)} not arrived
            </Link>
          )}
        </span>
      </div>
      <Progress
        percent={total === 0 ? 0 : (arrived / total) * 100}
        showInfo={false}
        size="small"
        aria-label={`${batch.name}: ${arrived} of ${total} arrived`}
      />
      {lastSampleId && <KitArrivals batchId={batchId} sampleId={lastSampleId} />}
    </div>
  )
}
