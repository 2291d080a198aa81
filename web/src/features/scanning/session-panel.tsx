import { Button, Card } from 'antd'
import type { ReactNode } from 'react'
import { countOf, type QueuedScan } from './scan-list.ts'
import styles from './session-panel.module.css'
import { SoundButton } from './sound-button.tsx'

type Props = {
  scans: readonly QueuedScan[]
  /** '12 received · 1 refused' */
  counts: string
  onRetryAll: () => void
  onClear: () => void
  /** Called after each button, to return the focus to the scan field. */
  onDone: () => void
  /** The rows of the scans, and what stands above them. */
  children: ReactNode
}

/** What was scanned since the list was last cleared. */
export function SessionPanel({ scans, counts, onRetryAll, onClear, onDone, children }: Props) {
  const unsent = countOf({ scans }, 'unsent')
  const waiting = countOf({ scans }, 'waiting') + countOf({ scans }, 'sending')
  const andDone = (action: () => void) => () => {
    action()
    onDone()
  }
  return (
    <Card>
      <div className={styles.head}>
        <div className={styles.title}>
          <h2>This session</h2>
          <span className="numbers muted">
            {counts}
            {unsent > 0 && ` · ${unsent} not sent yet`}
            {waiting > 0 && ` · ${waiting} waiting`}
          </span>
        </div>
        <span className={styles.buttons}>
          <SoundButton onDone={onDone} />
          {unsent > 1 && (
            <Button size="small" onClick={andDone(onRetryAll)}>
              Retry all
            </Button>
          )}
          {scans.length > 0 && (
            <Button size="small" onClick={andDone(onClear)}>
              Clear list
            </Button>
          )}
        </span>
      </div>
      {children}
    </Card>
  )
}
