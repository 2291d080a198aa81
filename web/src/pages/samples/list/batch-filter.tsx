import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { batchQuery } from '../../../entities/batch/batch-api.ts'
import styles from './sample-filters.module.css'

/** Says that only the samples of one batch are shown, and takes that away. */
export function BatchFilter({ batchId, onClear }: { batchId: string; onClear: () => void }) {
  const { data: batch } = useQuery(batchQuery(batchId))
  return (
    <p className={styles.batch}>
      Only samples of <strong>{batch?.name ?? 'one batch'}</strong>
      <Button size="small" onClick={onClear}>
        Show all batches
      </Button>
    </p>
  )
}
