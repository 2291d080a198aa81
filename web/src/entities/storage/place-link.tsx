import type { SamplePlace } from '@lims/contract/samples.ts'
import { Link } from '@tanstack/react-router'
import { Mono } from '../../ui/mono.tsx'
import styles from './place-link.module.css'

/** The place of a sample on one line, as a link to its cell in the grid. Where there is no room, the path is cut and the cell stays. */
export function PlaceLink({ place }: { place: SamplePlace | null }) {
  if (!place) return <span className="muted">no place</span>
  const { storageId, location, path } = place
  return (
    <Link
      to="/storage/$storageId/enhanced"
      params={{ storageId: `${storageId}` }}
      search={{ cell: location }}
      title={path}
      aria-label={path}
      className={styles.place ?? ''}
    >
      <span className={styles.storages}>{path.slice(0, path.length - location.length)}</span>
      <Mono>{location}</Mono>
    </Link>
  )
}
