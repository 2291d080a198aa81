import { Button } from 'antd'
import { RetryOrSignIn } from '../../features/scanning/retry-or-sign-in.tsx'
import { ScanCard, ScannedCode } from '../../features/scanning/scan-card.tsx'
import { countOf } from '../../features/scanning/scan-list.ts'
import { commonMarks, describeUnfinished, type ScanMark } from '../../features/scanning/scan-mark.ts'
import { ScanRows } from '../../features/scanning/scan-rows.tsx'
import { Mono } from '../../ui/mono.tsx'
import type { CountingScan } from './counting-queue.ts'
import styles from './last-scans.module.css'
import { describeScan, noteOfScan } from './stock-take-words.ts'

type ListProps = {
  scans: readonly CountingScan[]
  onRetry: (id: string) => void
  onRemove: (id: string) => void
  onRetryAll: () => void
}

/** The scans of this person in this stock-take, newest first. */
export function LastScans({ scans, onRetryAll, ...actions }: ListProps) {
  const unsent = countOf({ scans }, 'unsent')
  return (
    <section className={styles.section} aria-label="My scans">
      <div className={styles.head}>
        <h3>Last scans</h3>
        {unsent > 0 && <span className="muted">{unsent} not sent yet</span>}
        {unsent > 1 && (
          <Button size="small" onClick={onRetryAll}>
            Retry all
          </Button>
        )}
      </div>
      <div className={styles.scans}>
        <ScanRows
          scans={scans}
          label="Last scans"
          markOf={markOf}
          renderScan={(scan) => (
            <>
              <Mono>{scan.readings.raw}</Mono>
              <span>{describe(scan)}</span>
            </>
          )}
          {...actions}
        />
      </div>
    </section>
  )
}

function markOf({ progress }: CountingScan): ScanMark {
  if (progress.state !== 'counted') return commonMarks[progress.state]
  return progress.found.result === 'in-place' ? { sign: '✓', tone: 'good' } : { sign: '!', tone: 'problem' }
}

function describe({ progress, boxAlias }: CountingScan): string {
  if (progress.state === 'refused') return progress.reason
  if (progress.state !== 'counted') return `${describeUnfinished(progress)} (${boxAlias})`
  const { found } = progress
  return [describeScan(found), noteOfScan(found)].filter(Boolean).join(', ')
}

type ResultProps = { scan: CountingScan; onRetry: (id: string) => void }

/** The outcome of the last scan, readable at arm's length. */
export const LastResult = ({ scan, onRetry }: ResultProps) => (
  <ScanCard mark={markOf(scan)}>
    <ScannedCode>{scan.readings.raw}</ScannedCode>
    <p>{describe(scan)}</p>
    {scan.progress.state === 'unsent' && (
      <RetryOrSignIn reason={scan.progress.reason} onRetry={() => onRetry(scan.id)} />
    )}
  </ScanCard>
)
