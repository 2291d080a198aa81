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

function ScanWords({ scan: { progress, readings } }: { scan: ReceiveScan }) {
  if (progress.state === 'received') return <SampleLink {...progress.sample} />
  const isUndone = progress.state === 'undone'
  return (
    <>
      {isUndone ? <SampleLink {...progress.sample} /> : <Mono>{readings.raw}</Mono>}
      <span className="muted">{isUndone ? 'receipt undone' : describeUnfinished(progress)}</span>
    </>
  )
}
