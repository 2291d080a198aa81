import { Button } from 'antd'
import { countOf } from '../../features/scanning/scan-list.ts'
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
        <p className={styles.result} data-outcome="problem">
          {last.progress.reason}
        </p>
      )}
      {last?.progress.state === 'confirmed' && (
        <p className={styles.result} data-outcome="done">
          ✓ {last.progress.boxAlias} is at {last.progress.path}
        </p>
      )}
      {unsent > 0 && (
        <p className={styles.result} data-outcome="problem">
          No connection: {waiting} {waiting === 1 ? 'scan is' : 'scans are'} kept on this device and sent
          later. Go on.{' '}
          <Button size="small" onClick={() => queue.retryUnsent()}>
            Send now
          </Button>
        </p>
      )}
    </div>
  )
}
