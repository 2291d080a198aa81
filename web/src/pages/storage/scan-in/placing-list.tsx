import { pathText } from '../../../entities/storage/path-text.ts'
import { describeUnfinished } from '../../../features/scanning/scan-mark.ts'
import { ScanRows } from '../../../features/scanning/scan-rows.tsx'
import { Mono } from '../../../ui/mono.tsx'
import styles from './placing-list.module.css'
import type { PlacingScan } from './placing-queue.ts'
import { placingMarks } from './placing-result.tsx'

type Props = {
  scans: readonly PlacingScan[]
  onRetry: (id: string) => void
  onRemove: (id: string) => void
}

/** The scans into this box, newest first. */
export function PlacingList({ scans, ...actions }: Props) {
  if (scans.length === 0) return null
  return (
    <div className={styles.scans}>
      <ScanRows
        scans={scans}
        label="Scans into this box"
        markOf={({ progress }) => placingMarks[progress.state]}
        renderScan={(scan) => <ScanWords scan={scan} />}
        {...actions}
      />
    </div>
  )
}

function ScanWords({ scan: { label, readings, progress } }: { scan: PlacingScan }) {
  const hasCell = progress.state !== 'stored' && progress.state !== 'undone' && !('reason' in progress)
  return (
    <>
      {hasCell && <b className={styles.cell}>{label}</b>}
      {'sample' in progress ? (
        <span>
          {progress.sample.name} <Mono isMuted>{progress.sample.alias}</Mono>
        </span>
      ) : (
        <Mono>{readings.raw}</Mono>
      )}
      <span className="muted">{wordsOf(progress)}</span>
    </>
  )
}

function wordsOf(progress: PlacingScan['progress']): string {
  switch (progress.state) {
    case 'placed':
      return progress.isToReceive ? 'not received when placed' : ''
    case 'stored':
      return `in ${pathText(progress.path)}`
    case 'undone':
      return 'taken back'
    default:
      return describeUnfinished(progress)
  }
}
