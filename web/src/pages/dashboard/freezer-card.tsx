import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { FreezerStats, FreezersReply } from '@lims/contract/stats.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Skeleton } from 'antd'
import { QueryError } from '../../api/query-error.tsx'
import { useMay } from '../../entities/session/use-may.ts'
import { freezersQuery } from '../../entities/stats/stats-api.ts'
import { fullnessOf } from '../../entities/storage/fullness.ts'
import { GridLink } from '../../entities/storage/storage-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DashboardCard } from './dashboard-card.tsx'
import styles from './freezer-card.module.css'

type Load = FreezerStats['parts'][number]

const maxParts = 8

/** How full the freezers and their shelves are. Each links to its grid. */
export function FreezerCard({ className }: { className?: string | undefined }) {
  const read = useQuery(freezersQuery)
  const total = read.data?.totalFreezers ?? 0
  return (
    <DashboardCard
      title="Tube places in use"
      hint={
        total > 0 && (
          <Link to="/storage" search={{ view: 'tree' }}>
            All storages
          </Link>
        )
      }
      className={className}
    >
      {read.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {read.isLoadingError && <QueryError title="The freezers could not be loaded" query={read} />}
      {read.data && <Freezers {...read.data} />}
    </DashboardCard>
  )
}

function Freezers({ freezers, totalFreezers }: FreezersReply) {
  const mayCreate = useMay('storage.edit')
  const more = totalFreezers - freezers.length
  if (freezers.length === 0) {
    const create = mayCreate && <Link to="/storage/create">Create the first storage</Link>
    return <EmptyState text="No freezer yet." action={create} />
  }
  return (
    <>
      <ul className={styles.freezers} aria-label="Freezers">
        {freezers.map((freezer) => (
          <Freezer key={freezer.id} freezer={freezer} />
        ))}
      </ul>
      {more > 0 && (
        <p className={styles.more}>
          <Link to="/storage" search={{ view: 'tree' }}>
            and {formatNumber(more)} more
          </Link>
        </p>
      )}
    </>
  )
}

function Freezer({ freezer }: { freezer: FreezerStats }) {
  const { parts, tubes, tubePlaces, freeCells } = freezer
  const more = parts.length - maxParts
  return (
    <li className={styles.freezer}>
      <div className={styles.name}>
        <NameLink load={freezer} />
        <Percent load={freezer} />
      </div>
      <Bar load={freezer} />
      <p className={styles.words}>
        {tubePlaces === 0
          ? 'No boxes yet'
          : `${formatNumber(tubes)} of ${formatCount(tubePlaces, 'tube place')}`}
        {freeCells > 0 && ` · ${formatCount(freeCells, 'free cell')}`}
      </p>
      {parts.length > 0 && (
        <ul className={styles.parts} aria-label={`In ${freezer.alias}`}>
          {parts.slice(0, maxParts).map((part) => (
            <li key={part.id} className={styles.part}>
              <NameLink load={part} />
              <Bar load={part} />
              <Percent load={part} />
            </li>
          ))}
          {more > 0 && (
            <li>
              <GridLink id={freezer.id}>and {more} more</GridLink>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

const NameLink = ({ load: { id, alias } }: { load: Load }) => (
  <GridLink id={id} className={styles.link} title={alias}>
    {alias}
  </GridLink>
)

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
