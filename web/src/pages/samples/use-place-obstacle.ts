import { parsePositionLabel, positionLabel } from '@lims/contract/positions.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { useQuery } from '@tanstack/react-query'
import { CallError } from '../../api/call-error.ts'
import { occupancyQuery, storageQuery } from '../../entities/storage/storage-api.ts'
import { formatStorageType } from '../../entities/storage/storage-text.ts'
import type { WantedPlace } from './use-save-sample.ts'

/** Why a new sample cannot go to the place that the address names; undefined while nothing speaks against it. */
export function usePlaceObstacle(place: WantedPlace | undefined): string | undefined {
  const id = place?.storageId ?? 0
  const isWanted = place !== undefined
  const storage = useQuery({ ...storageQuery(id), enabled: isWanted, staleTime: 0 })
  const occupancy = useQuery({ ...occupancyQuery(id), enabled: isWanted && storage.isSuccess, staleTime: 0 })
  if (!place) return undefined
  if (storage.error instanceof CallError && storage.error.code === 'storage-not-found') {
    return `There is no storage ${id}.`
  }
  return storage.data && obstacleIn(storage.data, place.position, occupancy.data ?? [])
}

function obstacleIn(storage: Storage, position: string, occupancy: readonly OccupancyEntry[]) {
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
  const held = occupancy.find(
    ({ rowCoordinate, columnCoordinate }) => rowCoordinate === cell.row && columnCoordinate === cell.column,
  )
  return held && `${position} of ${alias} holds ${held.contentName}.`
}
