import type { BatchDetails } from '@lims/contract/batches.ts'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { displayName, receivableStatuses, SampleStatus } from '@lims/contract/sample-status.ts'
import { Link } from '@tanstack/react-router'
import { countInStatus } from '../../entities/batch/batch-api.ts'
import { statusColours } from '../../entities/sample/status-sign.ts'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import styles from './batch-progress.module.css'

/**
 * The samples of the batch by status: one bar for their shares, and a link to the samples of each status. Children that
 * nobody has processed yet are counted apart from the tubes that have not arrived.
 */
export function BatchProgress({ batch }: { batch: BatchDetails }) {
  const { id, children } = batch
  const counts = SampleStatus.options.map((status) => ({ status, count: countInStatus(batch, status) }))
  const shown = counts.filter(({ count }) => count > 0)
  const numUnprocessed = receivableStatuses.reduce(
    (sum, status) => sum + (children?.byStatus[status] ?? 0),
    0,
  )
  if (shown.length === 0 && numUnprocessed === 0) return null
  return (
    <section className={styles.progress} aria-label="Progress">
      <div className={styles.track} aria-hidden>
        {shown.map(({ status, count }) => (
          <span key={status} style={{ flexGrow: count, background: statusColours(status).ink }} />
        ))}
        {numUnprocessed > 0 && <span style={{ flexGrow: numUnprocessed, background: 'var(--hairline)' }} />}
      </div>
      <ul className={styles.statuses} aria-label="Samples by status">
        {shown.map(({ status, count }) => (
          <li key={status}>
            <Link
              to="/samples"
              search={{
                batchId: id,
                status,
                ...(children && receivableStatuses.includes(status) && { hasParent: 'no' as const }),
              }}
              className={styles.status}
              aria-label={`${count} ${displayName(status)}`}
            >
              <StatusTag status={status} />
              <b className="numbers">{formatNumber(count)}</b>
            </Link>
          </li>
        ))}
        {numUnprocessed > 0 && (
          <li>
            <Link
              to="/samples"
              search={{ batchId: id, status: receivableStatuses.join(','), hasParent: 'yes' }}
              className={styles.status}
              aria-label={formatCount(numUnprocessed, 'unprocessed child', 'unprocessed children')}
            >
              Unprocessed {numUnprocessed === 1 ? 'child' : 'children'}
              <b className="numbers">{formatNumber(numUnprocessed)}</b>
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}
