import { noThawCounted } from '@lims/contract/custody.ts'
import type { ReturnedTube } from '@lims/contract/custody-api.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import type { Permission } from '@lims/contract/permissions.ts'
import { Button } from 'antd'
import { CustodyTag } from '../../entities/custody/custody-tag.tsx'
import { PickListLink } from '../../entities/pick/pick-list-link.tsx'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import { useDeniedPropsOf } from '../../entities/session/use-may.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { PlaceLink } from '../../entities/storage/place-link.tsx'
import { RetryOrSignIn } from '../../features/scanning/retry-or-sign-in.tsx'
import {
  ScanCard,
  ScanFacts,
  ScannedCode,
  ScannedTube,
  UndoScanButton,
} from '../../features/scanning/scan-card.tsx'
import { commonMarks, type ScanMark } from '../../features/scanning/scan-mark.ts'
import styles from './custody.module.css'
import type { CustodyOutcome, CustodyScan } from './custody-session.ts'

type Props = {
  scan: CustodyScan
  outcome: CustodyOutcome
  /** Missing if it cannot be undone here, or not by this person. */
  onUndo?: (() => void) | undefined
  onRetry: () => void
  /** Checks out over the limit of freeze-thaw cycles. */
  onGoOn: () => void
  onPutAway: (tube: ReturnedTube) => void
  isPuttingAway: boolean
}

export const scanMarks: Record<CustodyScan['progress']['state'], ScanMark> = {
  ...commonMarks,
  'checked-out': { sign: '↗', tone: 'info' },
  returned: { sign: '↙', tone: 'good' },
  'put-away': { sign: '✓', tone: 'good' },
  'looked-up': { sign: 'i', tone: 'info' },
}

type ToPutAway = { tube: ReturnedTube; action: string; permission: Permission }

/** Returns the tube of a return that can be confirmed, the words of the button, and the permission that it needs. */
export function findToPutAway(progress: CustodyScan['progress']): ToPutAway | undefined {
  if (progress.state !== 'returned') return undefined
  const { tube, isPutAway, waitsNoMore, isPutAwayRefused } = progress
  if (isPutAway || waitsNoMore || isPutAwayRefused) return undefined
  if (tube.place)
    return isQuarantined(tube) ? undefined : { tube, action: 'It is there', permission: 'custody.edit' }
  if (!tube.freeCell) return undefined
  return { tube, action: `Put into ${tube.freeCell.location}`, permission: 'placement.edit' }
}

/** A tube that was found, and was in quarantine until it was reported missing: it does not wait to be put away. */
const isQuarantined = ({ custody }: ReturnedTube) => custody === 'QUARANTINED'

/** The last scan, readable from a metre away. */
export function ScanResult(props: Props) {
  const { scan, outcome, onUndo } = props
  return (
    <ScanCard
      mark={scanMarks[outcome.state]}
      title={titleOf(scan, outcome)}
      isLarge
      action={onUndo && <UndoScanButton onUndo={onUndo} />}
    >
      <Details {...props} />
    </ScanCard>
  )
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
  const deniedPropsOf = useDeniedPropsOf()
  switch (outcome.state) {
    case 'checked-out':
      return (
        <>
          <ScannedTube {...outcome.tube} />
          <ScanFacts>
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
          </ScanFacts>
          {scan.thawed && !outcome.tube.isThawCounted && <p>{noThawCounted}</p>}
          {outcome.tube.needsConfirmation && (
            <p>Over the limit: waits for the confirmation of another person.</p>
          )}
        </>
      )
    case 'returned': {
      const { isPutAway, waitsNoMore, isPutAwayRefused } = outcome
      const { place, freeCell } = outcome.tube
      const target = place ?? freeCell
      const waiting = findToPutAway(outcome)
      return (
        <>
          <ScannedTube {...outcome.tube} />
          {isQuarantined(outcome.tube) && (
            <p>It was in quarantine when it was reported missing, and is in quarantine again.</p>
          )}
          {!isPutAwayRefused &&
            (target ? (
              <p className={styles.target}>
                {place ? 'Put it back into' : 'It has no place. Next free cell:'}{' '}
                <strong>{pathText(target.path)}</strong>
              </p>
            ) : (
              <p>It has no place in storage. Place it in a box.</p>
            ))}
          {isPutAway && <p>✓ It is there.</p>}
          {!isPutAway && waitsNoMore && <p>It does not wait to be put away any more.</p>}
          {!isPutAway && isPutAwayRefused && (
            <p>
              It cannot be put away here any more. If it still waits, it is listed below: Who has what › To
              put away.
            </p>
          )}
          {waiting && (
            <Button
              {...deniedPropsOf(waiting.permission)}
              type="primary"
              loading={isPuttingAway}
              onClick={() => onPutAway(waiting.tube)}
            >
              {waiting.action}
            </Button>
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
          <ScannedTube {...outcome.sample} />
          <ScanFacts>
            <StatusTag status={outcome.sample.status} />
            <CustodyTag custody={outcome.sample.custody} withAvailable />
            <PlaceLink place={outcome.sample.place} />
          </ScanFacts>
          {outcome.sentence && <p>{outcome.sentence}</p>}
          {outcome.pickList && (
            <p>
              Reserved for the pick list <PickListLink {...outcome.pickList} />
            </p>
          )}
        </>
      )
    case 'undone':
      return <ScannedTube {...outcome.tube} />
    default:
      return (
        <>
          <ScannedCode>{scan.readings.raw}</ScannedCode>
          <p>{outcome.reason}</p>
          {outcome.state === 'unsent' && <RetryOrSignIn reason={outcome.reason} onRetry={onRetry} />}
          {outcome.state === 'refused' && outcome.isOverLimit && (
            <Button danger {...deniedPropsOf('custody.edit')} onClick={onGoOn}>
              Check out over the limit
            </Button>
          )}
        </>
      )
  }
}
