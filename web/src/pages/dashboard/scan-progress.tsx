import type { SyncStatus } from '@lims/contract/sync.ts'
import { Progress, Spin } from 'antd'
import styles from './sync-card.module.css'
import { percentDone } from './sync-facts.ts'

/** How far a running scan is: in per cent of the files expected, else the files done so far. */
export function ScanProgress({ status }: { status: SyncStatus }) {
  if (!status.isRunning) return null
  const percent = percentDone(status)
  if (percent !== undefined) {
    return <Progress percent={percent} status="active" size="small" aria-label="Progress of the scan" />
  }
  const { filesProcessed } = status
  return (
    <p className={styles.progress}>
      <Spin size="small" />
      <span className="numbers">
        {filesProcessed.toLocaleString('en')} {filesProcessed === 1 ? 'file' : 'files'} so far
      </span>
    </p>
  )
}
