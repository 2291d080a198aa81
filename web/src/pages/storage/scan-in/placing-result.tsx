import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { Mono } from '../../../ui/mono.tsx'
import type { PlacingScan, PlacingSession } from './placing-queue.ts'
import styles from './placing-result.module.css'

type Props = {
  session: PlacingSession
  /** The label of the cell for the next tube. */
  next: string | undefined
  onMoveHere: (() => void) | undefined
  onRetry: (id: string) => void
  /** Shows the key M, which works only in the scan field. */
  withKey?: boolean
}

/** The outcome of the last scan, readable from a metre away. */
export function PlacingResult({
  session: { scans, lastSettledId },
  next,
  onMoveHere,
  onRetry,
  withKey = true,
}: Props) {
  const scan = scans.find(({ id }) => id === lastSettledId)
  const state = scan?.progress.state
  return (
    <div role="status" className={styles.result}>
      {scan && state !== 'waiting' && state !== 'sending' && (
        <div className={styles.card} data-outcome={state}>
          <span className={styles.sign} aria-hidden>
            {state === 'placed' ? '✓' : state === 'undone' ? '↶' : '!'}
          </span>
          <div className={styles.details}>
            <ScanDetails scan={scan} />
            {state === 'stored' && onMoveHere && (
              <Button onClick={onMoveHere}>
                Move here to {next} {withKey && <kbd className={styles.key}>M</kbd>}
              </Button>
            )}
            {state === 'unsent' && <Button onClick={() => onRetry(scan.id)}>Retry</Button>}
          </div>
        </div>
      )}
    </div>
  )
}

function ScanDetails({ scan: { label, progress, readings } }: { scan: PlacingScan }) {
  switch (progress.state) {
    case 'placed':
      return (
        <>
          <h3>Placed</h3>
          <div className={styles.cell}>{label}</div>
          <Tube {...progress.sample} />
        </>
      )
    case 'stored':
      return (
        <>
          <h3>Stored already</h3>
          <Tube {...progress.sample} />
          <p>
            It is in{' '}
            <Link to="/storage/$storageId/enhanced" params={{ storageId: `${progress.place.storageId}` }}>
              {progress.path}
            </Link>
          </p>
        </>
      )
    case 'undone':
      return (
        <>
          <h3>Taken back</h3>
          <Tube {...progress.sample} />
        </>
      )
    case 'refused':
    case 'unsent':
      return (
        <>
          <h3>{progress.state === 'refused' ? 'Not placed' : 'Not sent yet'}</h3>
          <Mono>{readings.raw}</Mono>
          <p>{progress.reason}</p>
        </>
      )
    default:
      return null
  }
}

function Tube({ sampleId, name, alias }: { sampleId: string; name: string; alias: string }) {
  return (
    <>
      <Link className={styles.name ?? ''} to="/samples/$sampleId" params={{ sampleId }}>
        {name}
      </Link>
      <div>
        <Mono>{alias}</Mono>
      </div>
    </>
  )
}
