import { parsePositionLabel, positionLabel } from '@lims/contract/positions.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { useQuery } from '@tanstack/react-query'
import { hasCode } from '../../../api/call-error.ts'
import { occupancyQuery, storageQuery } from '../../../entities/storage/storage-api.ts'
import { formatStorageType } from '../../../entities/storage/storage-text.ts'
import type { RequestedPlace } from './use-save-sample.ts'

/** The reason why a new sample cannot go to the requested place; undefined if it can, or while that is not known. */
export function usePlaceObstacle(place: RequestedPlace | undefined): string | undefined {
  const id = place?.storageId ?? 0
  const isRequested = place !== undefined
  const storage = useQuery({ ...storageQuery(id), enabled: isRequested, staleTime: 0 })
  const occupancy = useQuery({
    ...occupancyQuery(id),
    enabled: isRequested && storage.isSuccess,
    staleTime: 0,
  })
  if (!place) return undefined
  if (hasCode(storage.error, 'storage-not-found')) {
    return `There is no storage ${id}.`
  }
  return storage.data && obstacleOf(storage.data, place.position, occupancy.data ?? [])
}

function obstacleOf(storage: Storage, position: string, occupancy: readonly OccupancyEntry[]) {
  const { alias, type, numberRows, numberColumns } = storage
  if (type !== 'BOX')
    return `${alias} is a ${formatStorageType(type).toLowerCase()}; a sample goes into a box only.`
  const cell = parsePositionLabel(position, storage)
  if (!cell) {
    const [first, last] = [
      { row: 1, column: 1 },
      { row: numberRows, column: numberColumns },
    ].map((corner) => positionLabel(corner, storage))
    return `${alias} has the positions ${first} to ${last} only.`
  }
  const entry = occupancy.find(
    ({ rowCoordinate, columnCoordinate }) => rowCoordinate === cell.row && columnCoordinate === cell.column,
  )
  return entry && `${position} of ${alias} holds ${entry.contentName}.`
}
