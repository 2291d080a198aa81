import { formatCount } from '@lims/contract/format-count.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { Mono } from '../../ui/mono.tsx'
import styles from './missed-refusals.module.css'
import { ScanCard } from './scan-card.tsx'
import { isPending, type QueuedScan } from './scan-list.ts'
import { commonMarks } from './scan-mark.ts'
import { isSameScan } from './scanned-code.ts'

const repeats = (one: QueuedScan, other: QueuedScan) => isSameScan(one.readings, other.readings)

/**
 * Returns the scans that were refused only after the person had gone on with another, as without a connection, newest
 * first. One that succeeded when it was made again is left out; `isSame` says what counts as the same.
 */
export function missedRefusals<S extends QueuedScan>(
  scans: readonly S[],
  isSame: (one: S, other: S) => boolean = repeats,
): S[] {
  return scans.filter((scan, index) => {
    const { progress, settledAt } = scan
    if (progress.state !== 'refused' || settledAt === undefined) return false
    const later = scans.slice(0, index)
    const hasSucceeded = (other: S) => !isPending(other) && other.progress.state !== 'refused'
    return (
      later.some(({ scannedAt }) => scannedAt < settledAt) &&
      !later.some((other) => isSame(scan, other) && hasSucceeded(other))
    )
  })
}

type Props = {
  scans: readonly QueuedScan[]
  /** Names them; by default as earlier scans that were refused. */
  title?: (count: number) => string
  /** What to do with what was scanned. */
  advice?: string
}

const earlierScans = (count: number) =>
  formatCount(count, 'earlier scan was refused', 'earlier scans were refused')

/** Names the refused scans that would otherwise be hidden by the outcome of a later one, until the person closes it. */
export function MissedRefusals({ scans, title = earlierScans, advice }: Props) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const missed = scans.filter(({ id }) => !seen.has(id))
  if (missed.length === 0) return null
  const close = () => setSeen(new Set([...seen, ...missed.map(({ id }) => id)]))
  return (
    <ScanCard mark={commonMarks.refused}>
      <strong>{title(missed.length)}</strong>
      {advice && <div>{advice}</div>}
      <ul className={styles.refusals}>
        {missed.map(({ id, readings, progress }) => (
          <li key={id}>
            <Mono>{readings.raw}</Mono> {progress.reason}
          </li>
        ))}
      </ul>
      <Button onClick={close}>Close</Button>
    </ScanCard>
  )
}
