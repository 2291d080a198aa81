import { formatNumber } from '@lims/contract/format-count.ts'
import type { StatsOverview } from '@lims/contract/stats.ts'
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { formatTime } from '../../ui/format-moment.ts'
import { DashboardCard } from './dashboard-card.tsx'
import styles from './data-overview-card.module.css'
import { DataOverviewDialog } from './data-overview-dialog.tsx'
import { timeSince } from './time-since.ts'

/** The totals. Each number links to what it counts, and the title opens all of them. */
export function DataOverviewCard({ overview }: { overview: StatsOverview | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <DashboardCard
      title="Data Overview"
      hint={overview && `as of ${formatTime(overview.countedAt)}`}
      onOpen={() => setOpen(true)}
    >
      <div className={styles.totals}>
        {(overview ? totalsOf(overview) : totals).map(({ label, count, note, link }) => (
          <Link key={label} {...link} className={styles.total}>
            {count === undefined ? (
              <Skeleton.Node active style={{ width: 90, height: 36 }} />
            ) : (
              <strong className="numbers">{formatNumber(count)}</strong>
            )}{' '}
            <span>{label}</span> <small title={note}>{note}</small>
          </Link>
        ))}
      </div>
      <DataOverviewDialog overview={overview} isOpen={isOpen} onClose={() => setOpen(false)} />
    </DashboardCard>
  )
}

type Total = {
  label: string
  count: number | undefined
  note: string
  link: Pick<LinkProps, 'to' | 'search'>
}

function totalsOf({ totalSamples, totalBatches, newestBatch, byStatus, ...rest }: StatsOverview): Total[] {
  const week = rest.weeks.at(-1)
  const inQc = rest.waiting.find(({ status }) => status === 'PROCESSED')?.oldest[0]
  const now = new Date(rest.countedAt).getTime()
  const notes = [
    `${formatNumber(week?.received ?? 0)} received this week`,
    newestBatch ? `newest: ${newestBatch.name}` : '',
    `${formatNumber(week?.sequenced ?? 0)} this week`,
    inQc ? `oldest ${timeSince(inQc.since, now)}` : '',
  ]
  const counts = [totalSamples, totalBatches, byStatus.SEQUENCED, byStatus.PROCESSED]
  return totals.map((total, index) => ({ ...total, count: counts[index], note: notes[index] ?? '' }))
}

const totals: readonly Total[] = [
  { label: 'Total Samples', count: undefined, note: '', link: { to: '/samples' } },
  { label: 'Total Batches', count: undefined, note: '', link: { to: '/batches' } },
  {
    label: 'SEQUENCED',
    count: undefined,
    note: '',
    link: { to: '/samples', search: { status: 'SEQUENCED' } },
  },
  {
    label: 'waiting for QC',
    count: undefined,
    note: '',
    link: { to: '/samples', search: { status: 'PROCESSED' } },
  },
]
