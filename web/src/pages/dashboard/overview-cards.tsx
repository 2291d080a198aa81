import type { StatsOverview } from '@lims/contract/stats.ts'
import { Skeleton } from 'antd'
import { FirstSteps } from './first-steps.tsx'
import { FreezerCard } from './freezer-card.tsx'
import styles from './overview-cards.module.css'
import { StatusCard, TypeCard } from './status-card.tsx'
import { WaitingCard } from './waiting-card.tsx'
import { WeeksCard } from './weeks-card.tsx'

/** The charts of the samples, or the first steps for a laboratory without samples. */
export function OverviewCards({ overview }: { overview: StatsOverview }) {
  if (overview.totalSamples === 0) return <FirstSteps hasBatch={overview.totalBatches > 0} />
  return (
    <div className={styles.cards}>
      <StatusCard overview={overview} className={styles.status} />
      <TypeCard overview={overview} className={styles.type} />
      <WeeksCard overview={overview} className={styles.weeks} />
      <WaitingCard overview={overview} className={styles.waiting} />
      <FreezerCard className={styles.freezers} />
    </div>
  )
}

/** Has the size of the cards, so that nothing moves when they load. */
export function OverviewSkeleton() {
  return (
    <div className={styles.cards} aria-hidden>
      {[styles.status, styles.type, styles.weeks, styles.waiting].map((place) => (
        <div key={place} className={`${styles.blank} ${place}`}>
          <Skeleton active paragraph={{ rows: 5 }} />
        </div>
      ))}
    </div>
  )
}
