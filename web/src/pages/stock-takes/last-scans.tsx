import { Button } from 'antd'
import { Mono } from '../../ui/mono.tsx'
import type { CountingScan } from './counting-queue.ts'
import styles from './last-scans.module.css'
import { describeScan, noteOfScan } from './stock-take-words.ts'

const maxShownScans = 100

type Props = { scans: readonly CountingScan[]; onRetry: (id: string) => void }

/** The scans of this person in this stock-take, newest first. */
export function LastScans({ scans, onRetry }: Props) {
  if (scans.length === 0) return <p className="muted">Nothing scanned yet.</p>
  return (
    <ol className={styles.list} aria-label="Last scans">
      {scans.slice(0, maxShownScans).map((scan) => (
        <li key={scan.id} data-good={isGood(scan)}>
          <Mono>{scan.readings.raw}</Mono>
          <span className={styles.words}>{describe(scan)}</span>
          {scan.progress.state === 'unsent' && (
            <Button size="small" onClick={() => onRetry(scan.id)}>
              Retry
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}

const isGood = ({ progress }: CountingScan) =>
  progress.state === 'counted' ? progress.found.result === 'in-place' : progress.state === 'waiting'

function describe({ progress, boxAlias }: CountingScan): string {
  if (progress.state === 'unsent') return `not sent yet (${boxAlias}): ${progress.reason}`
  if (progress.state === 'refused') return progress.reason
  if (progress.state !== 'counted')
    return `${progress.state === 'waiting' ? 'waiting' : 'being sent'} (${boxAlias})`
  const { found } = progress
  const sign = found.result === 'in-place' ? '✓ ' : ''
  return [`${sign}${describeScan(found)}`, noteOfScan(found)].filter(Boolean).join(', ')
}

/** The outcome of the last scan, readable at arm's length. */
export function LastResult({ scan }: { scan: CountingScan | undefined }) {
  return (
    <div role="status" className={styles.result} data-outcome={scan && (isGood(scan) ? 'good' : 'attention')}>
      {scan && (
        <>
          <span className={styles.sign} aria-hidden>
            {isGood(scan) ? '✓' : '!'}
          </span>
          <span className={styles.resultWords}>
            <Mono>{scan.readings.raw}</Mono>
            <span>{describe(scan).replace(/^✓ /, '')}</span>
          </span>
        </>
      )}
    </div>
  )
}
