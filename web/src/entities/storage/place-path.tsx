import type { SampleLocation } from '@lims/contract/sample-location.ts'
import { Link } from '@tanstack/react-router'
import { Mono } from '../../ui/mono.tsx'
import { pathTextOf } from './path-text.ts'
import { StorageLink } from './storage-link.tsx'

/** The location of a sample: the storages that contain it, and its cell as a link to the grid. */
export function PlacePath({ path, storageId, location }: SampleLocation) {
  return (
    <>
      {path.map(({ id, alias }) => (
        <span key={id}>
          <StorageLink id={id} alias={alias} /> ›{' '}
        </span>
      ))}
      <Link
        to="/storage/$storageId/enhanced"
        params={{ storageId: `${storageId}` }}
        search={{ cell: location }}
        title="Show in the grid"
      >
        <Mono>{location}</Mono>
      </Link>
    </>
  )
}

/** The same as text: 'Freezer 1 › Box 3 › B4'. */
export const placeText = ({ path, location }: Pick<SampleLocation, 'path' | 'location'>): string =>
  pathTextOf([...path.map(({ alias }) => alias), location])
