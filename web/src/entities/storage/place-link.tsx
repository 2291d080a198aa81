import type { SamplePlace } from '@lims/contract/samples.ts'
import { pathSeparator } from '@lims/contract/storage-path.ts'
import { Link } from '@tanstack/react-router'
import { Mono } from '../../ui/mono.tsx'
import { pathText } from './path-text.ts'
import styles from './place-link.module.css'

/**
 * The place of a sample on one line, as a link to its cell in the grid. Where there is no room, the beginning of the
 * path is cut.
 */
export function PlaceLink({ place }: { place: SamplePlace | null }) {
  if (!place) return <span className="muted">no place</span>
  const { storageId, location, path } = place
  return (
    <Link
      to="/storage/$storageId/enhanced"
      params={{ storageId: `${storageId}` }}
      search={{ cell: location }}
      title={pathText(path)}
      aria-label={pathText(path)}
      className={styles.place ?? ''}
    >
      <Parts location={location} path={path} />
    </Link>
  )
}

type PathParts = Pick<SamplePlace, 'location' | 'path'>

/** As `PlaceLink`, without a link. */
export const PlaceText = (place: PathParts) => (
  <span title={pathText(place.path)} className={styles.place}>
    <Parts {...place} />
  </span>
)

function Parts({ location, path }: PathParts) {
  const storages = path.slice(0, -location.length)
  const end =
    storages.lastIndexOf(pathSeparator, storages.length - pathSeparator.length - 1) + pathSeparator.length
  const box = end < pathSeparator.length ? 0 : end
  return (
    <>
      {box > 0 && (
        <span className={styles.above}>
          {pathText(storages.slice(0, box - pathSeparator.length)) + pathSeparator}
        </span>
      )}
      <span className={styles.box}>{storages.slice(box)}</span>
      <Mono>{location}</Mono>
    </>
  )
}
