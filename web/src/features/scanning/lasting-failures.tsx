import { Button } from 'antd'
import { Mono } from '../../ui/mono.tsx'
import { ScanCard } from './scan-card.tsx'
import { canRemove, type QueuedScan } from './scan-list.ts'
import { commonMarks } from './scan-mark.ts'
import { useConfirmRemoval } from './use-confirm-removal.ts'

type Props = {
  scans: readonly QueuedScan[]
  onRemove: (id: string) => void
}

/** Lets a person remove scans that fail again and again, on a page without a list of scans. */
export function LastingFailures({ scans, onRemove }: Props) {
  const confirmRemoval = useConfirmRemoval(onRemove)
  return scans.filter(canRemove).map((scan) => (
    <ScanCard
      key={scan.id}
      mark={commonMarks.unsent}
      action={<Button onClick={() => confirmRemoval(scan)}>Remove…</Button>}
    >
      <strong>
        Fails again and again: <Mono>{scan.readings.raw}</Mono>
      </strong>
      <div>{scan.progress.reason}</div>
    </ScanCard>
  ))
}
