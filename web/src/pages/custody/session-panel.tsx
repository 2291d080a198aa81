import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { Button, Card } from 'antd'
import { useStore } from '../../api/create-store.ts'
import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { countOf } from '../../features/scanning/scan-list.ts'
import { scanSoundMuted } from '../../features/scanning/scan-sound.ts'
import { Mono } from '../../ui/mono.tsx'
import styles from './custody.module.css'
import type { CustodyQueue, CustodyScan, CustodySession } from './custody-session.ts'
import { signs } from './scan-result.tsx'

const maxShownScans = 100
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

type Props = {
  session: CustodySession
  queue: CustodyQueue
  /** Called after each button, to return the focus to the scan field. */
  onDone: () => void
}

/** The scans of this session, newest first. */
export function SessionPanel({ session, queue, onDone }: Props) {
  const muted = useStore(scanSoundMuted)
  const { scans } = session
  const waiting = countOf(session, 'waiting') + countOf(session, 'sending') + countOf(session, 'unsent')
  const andDone = (work: () => void) => () => {
    work()
    onDone()
  }
  return (
    <Card>
      <div className={styles.head}>
        <h2>This session</h2>
        <span className="numbers muted">
          {countOf(session, 'checked-out')} checked out · {countOf(session, 'returned')} returned
          {waiting > 0 && ` · ${waiting} waiting`}
        </span>
        <span className={styles.buttons}>
          <Button
            icon={muted ? <MutedOutlined aria-hidden /> : <SoundOutlined aria-hidden />}
            aria-pressed={!muted}
            onClick={andDone(() => scanSoundMuted.set(!muted))}
          >
            Sound
          </Button>
          {countOf(session, 'unsent') > 0 && <Button onClick={andDone(queue.retryUnsent)}>Retry all</Button>}
          {scans.length > 0 && <Button onClick={andDone(queue.clear)}>Clear list</Button>}
        </span>
      </div>
      {scans.length === 0 ? (
        <p className="muted">Nothing scanned yet.</p>
      ) : (
        <ol className={styles.list} aria-label="Scans of this session">
          {scans.slice(0, maxShownScans).map((scan) => (
            <li key={scan.id} data-state={scan.progress.state}>
              <span className={styles.mark} aria-hidden>
                {signs[scan.progress.state]}
              </span>
              <Outcome scan={scan} />
              <time className="numbers muted">{clock.format(scan.scannedAt)}</time>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function Outcome({ scan: { progress, readings } }: { scan: CustodyScan }) {
  const tube =
    progress.state === 'looked-up' ? progress.sample : 'tube' in progress ? progress.tube : undefined
  return (
    <span className={styles.details}>
      {tube ? <SampleLink {...tube} /> : <Mono>{readings.raw}</Mono>}
      <span className="muted">{wordsOf(progress)}</span>
    </span>
  )
}

function wordsOf(progress: CustodyScan['progress']): string {
  switch (progress.state) {
    case 'checked-out':
      return progress.tube.needsConfirmation ? 'checked out, to confirm' : 'checked out'
    case 'returned': {
      const where = (progress.tube.place ?? progress.tube.freeCell)?.path
      if (progress.isPutAway) return 'returned and put away'
      return where ? `to put away: ${where}` : 'returned, no place'
    }
    case 'put-away':
      return `${progress.storageName}: ${progress.sampleIds.length} put away`
    case 'looked-up':
      return 'looked up'
    case 'undone':
      return 'undone'
    case 'refused':
      return progress.reason
    case 'unsent':
      return `not sent yet: ${progress.reason}`
    case 'sending':
      return 'being sent'
    default:
      return 'waiting'
  }
}
