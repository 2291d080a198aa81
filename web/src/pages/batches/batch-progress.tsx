import type { Batch } from '@lims/contract/batches.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import { displayName, SampleStatus } from '@lims/contract/sample-status.ts'
import { Link } from '@tanstack/react-router'
import { statusColours } from '../../entities/sample/status-sign.ts'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import styles from './batch-progress.module.css'

/** The samples of the batch by status: one bar for their shares, and a link to the samples of each status. */
export function BatchProgress({ batch: { id, byStatus } }: { batch: Batch }) {
  const statuses = SampleStatus.options.filter((status) => byStatus[status])
  if (statuses.length === 0) return null
  return (
    <section className={styles.progress} aria-label="Progress">
      <div className={styles.track} aria-hidden>
        {statuses.map((status) => (
          <span
            key={status}
            style={{
              flexGrow: byStatus[status] ?? 0,
              background: statusColours(status).ink,
            }}
          />
        ))}
      </div>
      <ul className={styles.statuses} aria-label="Samples by status">
        {statuses.map((status) => {
          const count = byStatus[status] ?? 0
          return (
            <li key={status}>
              <Link
                to="/samples"
                search={{ batchId: id, status }}
                className={styles.status}
                aria-label={`${count} ${displayName(status)}`}
              >
                <StatusTag status={status} />
                <b className="numbers">{formatNumber(count)}</b>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
