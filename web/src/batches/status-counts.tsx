import type { Batch } from '@lims/contract/batches.ts'
import { SampleStatus } from '@lims/contract/sample-status.ts'
import { Link } from '@tanstack/react-router'
import { StatusTag } from '../samples/status-tag.tsx'
import styles from './status-counts.module.css'

/** How far the samples of a batch have come; each count leads to its samples. */
export function StatusCounts({ batch: { id, byStatus } }: { batch: Batch }) {
  const present = SampleStatus.options.filter((status) => (byStatus[status] ?? 0) > 0)
  return (
    <ul className={styles.counts} aria-label="Samples by status">
      {present.map((status) => (
        <li key={status}>
          <Link to="/samples" search={{ batchId: id, status }}>
            <StatusTag status={status} />
            <span className="numbers">{byStatus[status]?.toLocaleString('en')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
