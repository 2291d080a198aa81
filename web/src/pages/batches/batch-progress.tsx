import type { Batch } from '@lims/contract/batches.ts'
import { displayName, SampleStatus } from '@lims/contract/sample-status.ts'
import { Link } from '@tanstack/react-router'
import { Card } from 'antd'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import styles from './batch-progress.module.css'

/** The samples of the batch by status, as bars. Each links to its samples. */
export function BatchProgress({ batch: { id, byStatus, numSamples } }: { batch: Batch }) {
  const statuses = SampleStatus.options.filter((status) => byStatus[status])
  if (statuses.length === 0) return null
  return (
    <Card title={<h2 className={styles.heading}>Progress</h2>}>
      <ul className={styles.bars} aria-label="Samples by status">
        {statuses.map((status) => {
          const count = byStatus[status] ?? 0
          return (
            <li key={status}>
              <Link
                to="/samples"
                search={{ batchId: id, status }}
                className={styles.row}
                aria-label={`${count} ${displayName(status)}`}
              >
                <StatusTag status={status} />
                <span className={styles.track} aria-hidden>
                  <span
                    className={styles.bar}
                    style={{
                      width: `${(100 * count) / numSamples}%`,
                      background: `var(--status-${status.toLowerCase().replaceAll('_', '-')}-ink)`,
                    }}
                  />
                </span>
                <span className="numbers">{count.toLocaleString('en')}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
