import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { describeUnfinished } from '../../features/scanning/scan-mark.ts'
import { ScanRows } from '../../features/scanning/scan-rows.tsx'
import { Mono } from '../../ui/mono.tsx'
import type { CustodyScan } from './custody-session.ts'
import { scanMarks } from './scan-result.tsx'

type Props = {
  scans: readonly CustodyScan[]
  onRetry: (id: string) => void
  onRemove: (id: string) => void
}

/** The scans of this session, newest first. */
export const SessionScans = ({ scans, ...actions }: Props) => (
  <ScanRows
    scans={scans}
    markOf={({ progress }) => scanMarks[progress.state]}
    renderScan={(scan) => <ScanWords scan={scan} />}
    {...actions}
  />
)

function ScanWords({ scan: { progress, readings } }: { scan: CustodyScan }) {
  const tube =
    progress.state === 'looked-up' ? progress.sample : 'tube' in progress ? progress.tube : undefined
  return (
    <>
      {tube ? <SampleLink {...tube} /> : <Mono>{readings.raw}</Mono>}
      <span className="muted">{wordsOf(progress)}</span>
    </>
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
    default:
      return describeUnfinished(progress)
  }
}
