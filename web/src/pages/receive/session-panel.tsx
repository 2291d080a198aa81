import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { Button, Card } from 'antd'
import { useStore } from '../../api/create-store.ts'
import { countOf } from '../../features/scanning/scan-list.ts'
import { scanSoundMuted } from '../../features/scanning/scan-sound.ts'
import { BatchArrivals } from './batch-arrivals.tsx'
import type { ReceiveScan, ReceiveSession } from './receive-session.ts'
import { SessionList } from './session-list.tsx'
import styles from './session-panel.module.css'

const maxShownBatches = 3

type Props = {
  session: ReceiveSession
  onRetry: (id: string) => void
  onRetryAll: () => void
  onClear: () => void
  /** Called after each button, to return the focus to the scan field. */
  onDone: () => void
}

export function SessionPanel({ session, onRetry, onRetryAll, onClear, onDone }: Props) {
  const muted = useStore(scanSoundMuted)
  const unsent = countOf(session, 'unsent')
  const waiting = countOf(session, 'waiting') + countOf(session, 'sending')
  return (
    <Card>
      <div className={styles.head}>
        <h2>This session</h2>
        <span className="numbers muted">
          {session.received} received · {session.refused} refused
          {unsent > 0 && ` · ${unsent} not sent yet`}
          {waiting > 0 && ` · ${waiting} waiting`}
        </span>
        <span className={styles.buttons}>
          <Button
            size="small"
            icon={muted ? <MutedOutlined aria-hidden /> : <SoundOutlined aria-hidden />}
            aria-pressed={!muted}
            onClick={() => {
              scanSoundMuted.set(!muted)
              onDone()
            }}
          >
            Sound
          </Button>
          {unsent > 1 && (
            <Button
              size="small"
              onClick={() => {
                onRetryAll()
                onDone()
              }}
            >
              Retry all
            </Button>
          )}
          {session.scans.length > 0 && (
            <Button
              size="small"
              onClick={() => {
                onClear()
                onDone()
              }}
            >
              Clear list
            </Button>
          )}
        </span>
      </div>
      {lastBatchIds(session.scans).map((batchId) => (
        <BatchArrivals key={batchId} batchId={batchId} />
      ))}
      <SessionList
        scans={session.scans}
        onRetry={(id) => {
          onRetry(id)
          onDone()
        }}
      />
    </Card>
  )
}

/** Returns the ids of the batches that were scanned last. */
function lastBatchIds(scans: readonly ReceiveScan[]): string[] {
  const ids = scans.flatMap(({ progress }) =>
    progress.state === 'received' ? [progress.sample.batchId] : [],
  )
  return [...new Set(ids)].slice(0, maxShownBatches)
}
