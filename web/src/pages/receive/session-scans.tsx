import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { describeUnfinished } from '../../features/scanning/scan-mark.ts'
import { ScanRows } from '../../features/scanning/scan-rows.tsx'
import { Mono } from '../../ui/mono.tsx'
import type { ReceiveScan } from './receive-session.ts'
import { receiveMarks } from './scan-result.tsx'

type Props = {
  scans: readonly ReceiveScan[]
  onRetry: (id: string) => void
  onRemove: (id: string) => void
}

/** The scans of this session, newest first. */
export const SessionScans = ({ scans, ...actions }: Props) => (
  <ScanRows
    scans={scans}
    markOf={({ progress }) => receiveMarks[progress.state]}
    renderScan={(scan) => <ScanWords scan={scan} />}
    {...actions}
  />
)

function ScanWords({ scan: { progress, readings, notes } }: { scan: ReceiveScan }) {
  const isSaved = progress.state !== 'undone' && progress.state !== 'refused'
  const words = wordsOf(progress)
  return (
    <>
      {'sample' in progress ? <SampleLink {...progress.sample} /> : <Mono>{readings.raw}</Mono>}
      {words && <span className="muted">{words}</span>}
      {notes && isSaved && <span className="muted">Note: {notes}</span>}
    </>
  )
}

/** Says what is to be said of a scan; undefined once the tube is received. */
function wordsOf(progress: ReceiveScan['progress']): string | undefined {
  switch (progress.state) {
    case 'received':
      return undefined
    case 'undone':
      return 'receipt undone'
    default:
      return describeUnfinished(progress)
  }
}
