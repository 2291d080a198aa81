import { formatCount } from '@lims/contract/format-count.ts'
import type { MoveDetails } from '@lims/contract/moves.ts'
import { Button } from 'antd'
import { pathText } from '../../entities/storage/path-text.ts'
import { LastingFailures } from '../../features/scanning/lasting-failures.tsx'
import { MissedRefusals, missedRefusals } from '../../features/scanning/missed-refusals.tsx'
import { ScanCard } from '../../features/scanning/scan-card.tsx'
import { countOf } from '../../features/scanning/scan-list.ts'
import { commonMarks } from '../../features/scanning/scan-mark.ts'
import { sameCode } from '../../features/scanning/scanned-code.ts'
import type { MoveQueue, MoveScan, MoveSession } from './move-session.ts'
import styles from './moves.module.css'

type Props = { session: MoveSession; queue: MoveQueue; move: Pick<MoveDetails, 'id' | 'state'> }

const isSameBox = (one: MoveScan, other: MoveScan) => sameCode(one.boxCode, other.boxCode)

/** A box and its place that are refused for one reason are named once, by the later scan: that of the place. */
function onceForEachBox(scans: readonly MoveScan[]): MoveScan[] {
  const byBox = new Map(
    scans.toReversed().map((scan) => {
      const reason = scan.progress.state === 'refused' ? scan.progress.reason : ''
      return [`${scan.boxCode.toLowerCase()} ${reason}`, scan] as const
    }),
  )
  return [...byBox.values()].toReversed()
}

/** What became of the last scan, and how many wait for a connection. */
export function ScanResult({ session, queue, move }: Props) {
  const scansOfMove = { scans: session.scans.filter((scan) => scan.moveId === move.id) }
  const last = scansOfMove.scans.find(({ id }) => id === session.lastSettledId)
  const refused = missedRefusals(scansOfMove.scans, isSameBox).filter(({ id }) => id !== last?.id)
  const missed = onceForEachBox(refused)
  const waiting =
    countOf(scansOfMove, 'unsent') + countOf(scansOfMove, 'waiting') + countOf(scansOfMove, 'sending')
  const unsent = countOf(scansOfMove, 'unsent')
  return (
    <div className={styles.results}>
      {/* Regions of their own: an outcome does not read what is below it once more. */}
      <div role="status" className={styles.results}>
        {last?.progress.state === 'refused' && (
          // A key for each scan: the same words are read aloud again.
          <ScanCard key={last.id} mark={commonMarks.refused}>
            {last.progress.reason}
          </ScanCard>
        )}
        {last?.progress.state === 'confirmed' && move.state !== 'undone' && (
          <ScanCard key={last.id} mark={{ sign: '✓', tone: 'good' }}>
            {last.progress.kind === 'tubes'
              ? `The tubes of ${last.progress.boxAlias} are in ${pathText(last.progress.path)}`
              : `${last.progress.boxAlias} is at ${pathText(last.progress.path)}`}
          </ScanCard>
        )}
      </div>
      <div role="status" className="read-aloud-only">
        {last?.progress.state === 'unsent' && <span key={last.id}>Not sent yet: {last.progress.reason}</span>}
      </div>
      <div role="status" className={styles.results}>
        <MissedRefusals scans={missed} />
      </div>
      <div role="status" className={styles.results}>
        <LastingFailures scans={scansOfMove.scans} onRemove={queue.remove} />
      </div>
      {/* In no region: its number changes at each scan. */}
      {unsent > 0 && (
        <ScanCard
          mark={commonMarks.unsent}
          action={<Button onClick={() => queue.retryUnsent()}>Send now</Button>}
        >
          No connection: {formatCount(waiting, 'scan is', 'scans are')} kept on this device and sent later. Go
          on.
        </ScanCard>
      )}
    </div>
  )
}
