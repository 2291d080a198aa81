import type { FreezerStats, StatsOverview } from '@lims/contract/stats.ts'
import { Link } from '@tanstack/react-router'
import { fullnessOf } from '../storage/fullness.ts'
import { countOf } from '../storage/storage-words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { DashboardCard } from './dashboard-card.tsx'
import styles from './freezer-card.module.css'

type Load = FreezerStats['parts'][number]

const mostParts = 8

/** How full the freezers are, shelf by shelf; each leads into it. */
export function FreezerCard({
  overview: { freezers, totalFreezers },
  className,
}: {
  overview: StatsOverview
  className?: string | undefined
}) {
  const more = totalFreezers - freezers.length
  return (
    <DashboardCard
      title="Freezer occupancy"
      hint={freezers.length > 0 && <Link to="/storage">{countOf(totalFreezers, 'storage')}</Link>}
      className={className}
    >
      {freezers.length === 0 ? (
        <EmptyState
          text="No freezer yet."
          action={<Link to="/storage/create">Create the first storage</Link>}
        />
      ) : (
        <ul className={styles.freezers} aria-label="Freezers">
          {freezers.map((freezer) => (
            <Freezer key={freezer.id} freezer={freezer} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className={styles.more}>
          <Link to="/storage">and {more.toLocaleString('en')} more</Link>
        </p>
      )}
    </DashboardCard>
  )
}

function Freezer({ freezer }: { freezer: FreezerStats }) {
  const { parts, tubes, tubePlaces, freeCells } = freezer
  const more = parts.length - mostParts
  return (
    <li className={styles.freezer}>
      <div className={styles.name}>
        <GridLink load={freezer} />
        <Percent load={freezer} />
      </div>
      <Bar load={freezer} />
      <p className={styles.words}>
        {tubePlaces === 0
          ? 'No boxes yet'
          : `${tubes.toLocaleString('en')} of ${countOf(tubePlaces, 'tube place')}`}
        {freeCells > 0 && ` · ${countOf(freeCells, 'free cell')}`}
      </p>
      {parts.length > 0 && (
        <ul className={styles.parts} aria-label={`In ${freezer.alias}`}>
          {parts.slice(0, mostParts).map((part) => (
            <li key={part.id} className={styles.part}>
              <GridLink load={part} />
              <Bar load={part} />
              <Percent load={part} />
            </li>
          ))}
          {more > 0 && (
            <li>
              <Link to="/storage/$storageId/enhanced" params={{ storageId: `${freezer.id}` }}>
                and {more} more
              </Link>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

function GridLink({ load: { id, alias } }: { load: Load }) {
  return (
    <Link
      to="/storage/$storageId/enhanced"
      params={{ storageId: `${id}` }}
      className={styles.link}
      title={alias}
    >
      {alias}
    </Link>
  )
}

function Percent({ load: { tubes, tubePlaces } }: { load: Load }) {
  if (tubePlaces === 0) return <span className={styles.percent}>empty</span>
  const { text, isHigh } = fullnessOf({ occupied: tubes, capacity: tubePlaces })
  return (
    <span className={styles.percent} data-high={isHigh}>
      {text}
    </span>
  )
}

function Bar({ load: { tubes, tubePlaces } }: { load: Load }) {
  const { percent, isHigh } = fullnessOf({ occupied: tubes, capacity: tubePlaces })
  return (
    <span className={styles.bar} data-high={isHigh} aria-hidden>
      <span style={{ width: `${percent}%` }} />
    </span>
  )
}
