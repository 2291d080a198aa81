import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { cellLabels, findFreeCell } from '../../../../entities/storage/find-free-cell.ts'
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
  const labels = cellLabels(storage.data)
  const free = findFreeCell(storage.data, occupancy.data)
  return (
    <>
      {labels[0]} to {labels.at(-1)},{' '}
      {free ? (
        <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onChoose(free)}>
          first free: {free}
        </Button>
      ) : (
        `full: ${formatOccupancy({ occupied: occupancy.data.length, capacity: storage.data.capacity })}`
      )}
    </>
  )
}
