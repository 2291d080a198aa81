import { Button } from 'antd'
import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { Mono } from '../../ui/mono.tsx'
import type { ReceiveScan } from './receive-session.ts'
import styles from './session-list.module.css'

const maxShownScans = 100
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const signs = { received: '✓', undone: '↩', refused: '!', unsent: '!', waiting: '…', sending: '…' } as const

/** The scans of this session, newest first. */
export function SessionList({
  scans,
  onRetry,
}: {
  scans: readonly ReceiveScan[]
  onRetry: (id: string) => void
}) {
  if (scans.length === 0) return <p className="muted">Nothing scanned yet.</p>
  return (
    <ol className={styles.list} aria-label="Scans of this session">
      {scans.slice(0, maxShownScans).map((scan) => (
        <li key={scan.id} data-state={scan.progress.state}>
          <span className={styles.sign} aria-hidden>
            {signs[scan.progress.state]}
          </span>
          <ScanDetails scan={scan} />
          <span className={styles.end}>
            {scan.progress.state === 'unsent' && (
              <Button size="small" onClick={() => onRetry(scan.id)}>
                Retry
              </Button>
            )}
            <time className="numbers muted">{clock.format(scan.scannedAt)}</time>
          </span>
        </li>
      ))}
    </ol>
  )
}

function ScanDetails({ scan: { progress, readings } }: { scan: ReceiveScan }) {
  if (progress.state === 'received') return <SampleLink {...progress.sample} />
  if (progress.state === 'undone')
    return (
      <span className={styles.details}>
        <SampleLink {...progress.sample} />
        <span className="muted">receipt undone</span>
      </span>
    )
  return (
    <span className={styles.details}>
      <Mono>{readings.raw}</Mono>
      <span className="muted">
        {progress.state === 'refused' && progress.reason}
        {progress.state === 'unsent' && `not sent yet: ${progress.reason}`}
        {progress.state === 'sending' && 'being sent'}
        {progress.state === 'waiting' && 'waiting'}
      </span>
    </span>
  )
}
