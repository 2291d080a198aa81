import { Button } from 'antd'
import { Mono } from '../../../ui/mono.tsx'
import styles from './placing-list.module.css'
import type { PlacingScan } from './placing-queue.ts'

const maxShownScans = 100
const signs = {
  placed: '✓',
  stored: '!',
  refused: '!',
  unsent: '!',
  undone: '↶',
  waiting: '…',
  sending: '…',
} as const

/** The scans into this box, newest first. */
export function PlacingList({
  scans,
  onRetry,
}: {
  scans: readonly PlacingScan[]
  onRetry: (id: string) => void
}) {
  if (scans.length === 0) return null
  return (
    <ol className={styles.list} aria-label="Scans into this box">
      {scans.slice(0, maxShownScans).map((scan) => (
        <li key={scan.id} data-state={scan.progress.state}>
          <span className={styles.sign} aria-hidden>
            {signs[scan.progress.state]}
          </span>
          <ScanDetails scan={scan} />
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

function ScanDetails({ scan: { label, readings, progress } }: { scan: PlacingScan }) {
  switch (progress.state) {
    case 'placed':
      return (
        <>
          <b className={styles.cell}>{label}</b>
          <span className={styles.details}>
            {progress.sample.name} <Mono muted>{progress.sample.alias}</Mono>
          </span>
        </>
      )
    case 'stored':
    case 'undone':
      return (
        <span className={styles.details}>
          {progress.sample.name} <Mono muted>{progress.sample.alias}</Mono>{' '}
          <span className="muted">{progress.state === 'stored' ? `in ${progress.path}` : 'taken back'}</span>
        </span>
      )
    case 'refused':
    case 'unsent':
      return (
        <span className={styles.details}>
          <Mono>{readings.raw}</Mono>{' '}
          <span className="muted">
            {progress.state === 'unsent' && 'not sent yet: '}
            {progress.reason}
          </span>
        </span>
      )
    default:
      return (
        <>
          <b className={styles.cell}>{label}</b>
          <span className={styles.details}>
            <Mono>{readings.raw}</Mono>{' '}
            <span className="muted">{progress.state === 'sending' ? 'being sent' : 'waiting'}</span>
          </span>
        </>
      )
  }
}
