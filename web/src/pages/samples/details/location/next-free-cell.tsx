import { positionLabel } from '@lims/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { occupancyQuery, storageQuery } from '../../../../entities/storage/storage-api.ts'
import { formatOccupancy } from '../../../../entities/storage/storage-text.ts'

/** Shows the cells of a box, and a button for its first free one. */
export function NextFreeCell({
  storageId,
  onChoose,
}: {
  storageId: number
  onChoose: (label: string) => void
}) {
  const storage = useQuery(storageQuery(storageId))
  const occupancy = useQuery(occupancyQuery(storageId))
  if (!storage.data || !occupancy.data) return null
  const { numberRows, numberColumns, capacity } = storage.data
  const held = new Set(occupancy.data.map(({ position }) => position))
  const labelOf = (index: number) =>
    positionLabel(
      { row: Math.floor(index / numberColumns) + 1, column: (index % numberColumns) + 1 },
      storage.data,
    )
  const labels = Array.from({ length: numberRows * numberColumns }, (_, index) => labelOf(index))
  const free = labels.find((label) => !held.has(label))
  return (
    <>
      {labels[0]} to {labels.at(-1)},{' '}
      {free ? (
        <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onChoose(free)}>
          first free: {free}
        </Button>
      ) : (
        `full: ${formatOccupancy({ occupied: held.size, capacity })}`
      )}
    </>
  )
}
