import { formatCount } from '@lims/contract/format-count.ts'
import { Button } from 'antd'
import { ScanCard } from '../../features/scanning/scan-card.tsx'
import { countOf } from '../../features/scanning/scan-list.ts'
import { commonMarks } from '../../features/scanning/scan-mark.ts'
import type { MoveQueue, MoveSession } from './move-session.ts'
import styles from './moves.module.css'

type Props = { session: MoveSession; queue: MoveQueue; moveId: string }

/** What became of the last scan, and how many wait for a connection. */
export function ScanResult({ session, queue, moveId }: Props) {
  const scansOfMove = { scans: session.scans.filter((scan) => scan.moveId === moveId) }
  const last = scansOfMove.scans.find(({ id }) => id === session.lastSettledId)
  const waiting =
    countOf(scansOfMove, 'unsent') + countOf(scansOfMove, 'waiting') + countOf(scansOfMove, 'sending')
  const unsent = countOf(scansOfMove, 'unsent')
  return (
    <div role="status" className={styles.results}>
      {last?.progress.state === 'refused' && (
        <ScanCard mark={commonMarks.refused}>{last.progress.reason}</ScanCard>
      )}
      {last?.progress.state === 'confirmed' && (
        <ScanCard mark={{ sign: '✓', tone: 'good' }}>
          {last.progress.boxAlias} is at {last.progress.path}
        </ScanCard>
      )}
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
