import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Skeleton } from 'antd'
import { textOfFailure } from '../api/call-error.ts'
import { sampleListQuery } from '../samples/sample-api.ts'
import { LoadError } from '../ui/load-error.tsx'
import { batchTotalQuery } from './batch-total-query.ts'
import styles from './dashboard-screen.module.css'

/** How much there is; each number leads to what it counts. */
export function Totals() {
  const [samples, batches, sequenced] = useQueries({
    queries: [
      sampleListQuery({ pageSize: 1 }),
      batchTotalQuery,
      sampleListQuery({ pageSize: 1, status: 'SEQUENCED' }),
    ],
  })
  const reads = [samples, batches, sequenced]
  const failed = reads.find(({ error }) => error)
  if (failed) {
    const again = () => Promise.all(reads.map((read) => read.refetch()))
    return (
      <LoadError title="The numbers could not be loaded" text={textOfFailure(failed.error)} onRetry={again} />
    )
  }

  return (
    <div className={styles.totals}>
      <Link to="/samples" className={styles.total}>
        <Count of={samples.data?.totalSamples} /> Total Samples
      </Link>
      <Link to="/batches" className={styles.total}>
        <Count of={batches.data} /> Total Batches
      </Link>
      <Link to="/samples" search={{ status: 'SEQUENCED' }} className={styles.total}>
        <Count of={sequenced.data?.totalSamples} /> SEQUENCED
      </Link>
    </div>
  )
}

function Count({ of }: { of: number | undefined }) {
  if (of === undefined) return <Skeleton.Node active style={{ width: 90, height: 36 }} />
  return <strong className="numbers">{of.toLocaleString('en')}</strong>
}
