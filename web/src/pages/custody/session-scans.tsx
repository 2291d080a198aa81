import type { ReturnedTube } from '@lims/contract/custody-api.ts'
import { Button } from 'antd'
import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { useDeniedPropsOf } from '../../entities/session/use-may.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { describeUnfinished } from '../../features/scanning/scan-mark.ts'
import { ScanRows } from '../../features/scanning/scan-rows.tsx'
import { Mono } from '../../ui/mono.tsx'
import { type CustodyScan, isNewestOfTube } from './custody-session.ts'
import { findToPutAway, scanMarks } from './scan-result.tsx'

type Props = {
  scans: readonly CustodyScan[]
  /** The scan of the card. */
  shownId: string | undefined
  onPutAway: (scanId: string, tube: ReturnedTube) => void
  /** The sample that is being put away. */
  puttingAwayId: string | undefined
  onRetry: (id: string) => void
  onRemove: (id: string) => void
}

/** The scans of this session, newest first. */
export const SessionScans = ({ scans, shownId, onPutAway, puttingAwayId, ...actions }: Props) => {
  const deniedPropsOf = useDeniedPropsOf()
  return (
    <ScanRows
      scans={scans}
      markOf={({ progress }) => scanMarks[progress.state]}
      renderScan={(scan) => <ScanWords scan={scan} scans={scans} />}
      renderAction={(scan) => {
        const { id } = scan
        // The card has the same button, larger.
        const isOffered = id !== shownId && isNewestOfTube(scan, scans)
        const waiting = isOffered ? findToPutAway(scan.progress) : undefined
        if (!waiting) return undefined
        const { tube, action, permission } = waiting
        return (
          <Button
            {...deniedPropsOf(permission)}
            size="small"
            loading={puttingAwayId === tube.id}
            aria-label={`${action}: ${tube.name}`}
            onClick={() => onPutAway(id, tube)}
          >
            {action}
          </Button>
        )
      }}
      {...actions}
    />
  )
}

function ScanWords({ scan, scans }: { scan: CustodyScan; scans: readonly CustodyScan[] }) {
  const { progress, readings } = scan
  const tube =
    progress.state === 'looked-up' ? progress.sample : 'tube' in progress ? progress.tube : undefined
  return (
    <>
      {tube ? <SampleLink {...tube} /> : <Mono>{readings.raw}</Mono>}
      <span className="muted">{wordsOf(scan, scans)}</span>
    </>
  )
}

function wordsOf(scan: CustodyScan, scans: readonly CustodyScan[]): string {
  const { progress } = scan
  switch (progress.state) {
    case 'checked-out':
      return progress.tube.needsConfirmation ? 'checked out, to confirm' : 'checked out'
    case 'returned': {
      const where = (progress.tube.place ?? progress.tube.freeCell)?.path
      if (progress.isPutAway) return 'returned and put away'
      if (progress.waitsNoMore) return 'returned, does not wait to be put away any more'
      if (!isNewestOfTube(scan, scans)) return 'returned'
      if (progress.isPutAwayRefused) return 'returned, see Who has what'
      if (progress.tube.custody === 'QUARANTINED') return 'found, in quarantine'
      return where ? `to put away: ${pathText(where)}` : 'returned, no place'
    }
    case 'put-away':
      return `${progress.storageName}: ${progress.sampleIds.length} put away`
    case 'looked-up':
      return 'looked up'
    case 'undone':
      return 'undone'
    default:
      return describeUnfinished(progress)
  }
}
