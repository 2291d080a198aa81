import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { CustodyTag } from '../../entities/custody/custody-tag.tsx'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import { PlaceLink } from '../../entities/storage/place-link.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { Mono } from '../../ui/mono.tsx'
import styles from './custody.module.css'
import type { CustodyOutcome, CustodyScan } from './custody-session.ts'

type Props = {
  scan: CustodyScan
  outcome: CustodyOutcome
  /** Missing if it cannot be undone here. */
  onUndo?: (() => void) | undefined
  onRetry: () => void
  /** Checks out over the limit of freeze-thaw cycles. */
  onGoOn: () => void
  onPutAway: () => void
  isPuttingAway: boolean
}

/** The last scan, readable from a metre away. */
export function ScanResult(props: Props) {
  const { scan, outcome, onUndo } = props
  const isProblem = outcome.state === 'refused' || outcome.state === 'unsent'
  return (
    <div className={styles.card} data-outcome={isProblem ? 'problem' : outcome.state}>
      <span className={styles.sign} aria-hidden>
        {signs[outcome.state]}
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>{titleOf(scan, outcome)}</h2>
        <Details {...props} />
      </div>
      {onUndo && (
        <Button className={styles.undo ?? ''} aria-keyshortcuts="Control+Z" onClick={onUndo}>
          Undo
        </Button>
      )}
    </div>
  )
}

export const signs: Record<CustodyScan['progress']['state'], string> = {
  'checked-out': '↗',
  returned: '↙',
  'put-away': '✓',
  'looked-up': 'i',
  undone: '↩',
  refused: '!',
  unsent: '!',
  waiting: '…',
  sending: '…',
}

function titleOf({ mode }: CustodyScan, outcome: CustodyOutcome): string {
  switch (outcome.state) {
    case 'checked-out':
      return 'Checked out'
    case 'returned':
      return outcome.tube.wasMissing ? 'Found' : 'Returned'
    case 'put-away':
      return 'Put away'
    case 'looked-up':
      return 'Looked up'
    case 'undone':
      return 'Undone'
    case 'unsent':
      return 'Not sent yet'
    case 'refused':
      if (mode === 'look-up') return 'Not found'
      return mode === 'return' ? 'Not returned' : 'Not checked out'
  }
}

function Details({ scan, outcome, onRetry, onGoOn, onPutAway, isPuttingAway }: Props) {
  switch (outcome.state) {
    case 'checked-out':
      return (
        <>
          <Name {...outcome.tube} />
          <div className={styles.facts}>
            <CustodyTag custody={outcome.tube.custody} />
            {outcome.tube.isThawCounted && (
              <span>{formatCount(outcome.tube.thawCount, 'freeze-thaw cycle')}</span>
            )}
            {outcome.tube.place ? (
              <span>
                keeps <PlaceLink place={outcome.tube.place} />
              </span>
            ) : (
              <span className="muted">no place kept</span>
            )}
          </div>
          {outcome.tube.needsConfirmation && (
            <p className={styles.reason}>Over the limit: waits for the confirmation of another person.</p>
          )}
        </>
      )
    case 'returned': {
      const { place, freeCell } = outcome.tube
      const target = place ?? freeCell
      return (
        <>
          <Name {...outcome.tube} />
          {target ? (
            <p className={styles.target}>
              {place ? 'Put it back into' : 'It has no place. Next free cell:'} <strong>{target.path}</strong>
            </p>
          ) : (
            <p className={styles.reason}>It has no place in storage. Place it in a box.</p>
          )}
          {outcome.isPutAway ? (
            <p className={styles.done}>✓ It is there.</p>
          ) : (
            target && (
              <Button type="primary" loading={isPuttingAway} onClick={onPutAway}>
                {place ? 'It is there' : `Put into ${target.location}`}
              </Button>
            )
          )}
        </>
      )
    }
    case 'put-away':
      return (
        <p className={styles.target}>
          {formatCount(outcome.sampleIds.length, 'tube')} in <strong>{outcome.storageName}</strong>
        </p>
      )
    case 'looked-up':
      return (
        <>
          <Name {...outcome.sample} />
          <div className={styles.facts}>
            <StatusTag status={outcome.sample.status} />
            <CustodyTag custody={outcome.sample.custody} withAvailable />
            <PlaceLink place={outcome.sample.place} />
          </div>
          {outcome.sentence && <p className={styles.reason}>{outcome.sentence}</p>}
        </>
      )
    case 'undone':
      return <Name {...outcome.tube} />
    default:
      return (
        <>
          <div className={styles.code}>{scan.readings.raw}</div>
          <p className={styles.reason}>{outcome.reason}</p>
          {outcome.state === 'unsent' && <Button onClick={onRetry}>Retry</Button>}
          {outcome.state === 'refused' && outcome.isOverLimit && (
            <Button danger onClick={onGoOn}>
              Check out over the limit
            </Button>
          )}
        </>
      )
  }
}

function Name({ id, name, alias }: { id: string; name: string; alias: string }) {
  return (
    <>
      <Link className={styles.name ?? ''} to="/samples/$sampleId" params={{ sampleId: id }}>
        {name}
      </Link>
      <Mono>{alias}</Mono>
    </>
  )
}
