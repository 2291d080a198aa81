import type { RackTube } from '@lims/contract/rack-scan.ts'
import { Button } from 'antd'
import { pathText } from '../../../entities/storage/path-text.ts'
import { GridLink } from '../../../entities/storage/storage-link.tsx'
import { RetryOrSignIn } from '../../../features/scanning/retry-or-sign-in.tsx'
import { ScanCard, ScannedCode, ScannedTube } from '../../../features/scanning/scan-card.tsx'
import { commonMarks, type ScanMark } from '../../../features/scanning/scan-mark.ts'
import type { PlacingScan, PlacingSession } from './placing-queue.ts'
import styles from './placing-result.module.css'

export const placingMarks: Record<PlacingScan['progress']['state'], ScanMark> = {
  ...commonMarks,
  placed: { sign: '✓', tone: 'good' },
  stored: { sign: '!', tone: 'problem' },
}

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
      {scan && state !== undefined && state !== 'waiting' && state !== 'sending' && (
        // A key for each scan: the same words are read aloud again.
        <ScanCard key={scan.id} mark={placingMarks[state]} title={titles[state]}>
          <ScanDetails scan={scan} />
          {state === 'stored' && onMoveHere && (
            <Button onClick={onMoveHere}>
              Move here to {next} {withKey && <kbd className={styles.key}>M</kbd>}
            </Button>
          )}
          {scan.progress.state === 'unsent' && (
            <RetryOrSignIn reason={scan.progress.reason} onRetry={() => onRetry(scan.id)} />
          )}
        </ScanCard>
      )}
    </div>
  )
}

const titles = {
  placed: 'Placed',
  stored: 'Stored already',
  undone: 'Taken back',
  refused: 'Not placed',
  unsent: 'Not sent yet',
} as const

function ScanDetails({ scan: { label, progress, readings } }: { scan: PlacingScan }) {
  switch (progress.state) {
    case 'placed':
      return (
        <>
          <div className={styles.cell}>{label}</div>
          <Tube {...progress.sample} />
          {progress.isToReceive && <p>It has not been received yet. Scan it in Receive as well.</p>}
        </>
      )
    case 'stored':
      return (
        <>
          <Tube {...progress.sample} />
          <p className="running-text">
            It is in <GridLink id={progress.place.storageId}>{pathText(progress.path)}</GridLink>
          </p>
        </>
      )
    case 'undone':
      return <Tube {...progress.sample} />
    case 'refused':
    case 'unsent':
      return (
        <>
          <ScannedCode>{readings.raw}</ScannedCode>
          <p>{progress.reason}</p>
        </>
      )
    default:
      return null
  }
}

const Tube = ({ sampleId, name, alias }: RackTube) => <ScannedTube id={sampleId} name={name} alias={alias} />
