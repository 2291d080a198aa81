import { formatNumber } from '@lims/contract/format-count.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Progress } from 'antd'
import { batchQuery, countArrived } from '../../entities/batch/batch-api.ts'
import styles from './batch-arrivals.module.css'

export function BatchArrivals({ batchId }: { batchId: string }) {
  const { data: batch } = useQuery(batchQuery(batchId))
  if (!batch) return null
  const arrived = countArrived(batch)
  const total = batch.numSamples
  return (
    <div className={styles.batch}>
      <div className={styles.words}>
        <Link to="/batches/$batchId" params={{ batchId }}>
          {batch.name}
        </Link>
        <span className="numbers">
          {formatNumber(arrived)} of {formatNumber(total)} arrived
        </span>
      </div>
      <Progress
        percent={total === 0 ? 0 : (arrived / total) * 100}
        showInfo={false}
        size="small"
        aria-label={`${batch.name}: ${arrived} of ${total} arrived`}
      />
    </div>
  )
}
