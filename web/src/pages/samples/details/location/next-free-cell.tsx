import { positionLabel } from '@lims/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, type ButtonProps } from 'antd'
import { nextFreeLabel } from '../../../../entities/storage/next-cell.ts'
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
  // Also while it is fetched again. The key keeps the button, and so the focus, when Retry succeeds.
  if (!occupancy.data && occupancy.isFetchedAfterMount) {
    return (
      <>
        Failed to fetch storage occupancy{' '}
        <LinkLikeButton key="button" loading={occupancy.isFetching} onClick={() => void occupancy.refetch()}>
          Retry
        </LinkLikeButton>
      </>
    )
  }
  if (!storage.data || !occupancy.data) return null
  const { numberRows, numberColumns } = storage.data
  const first = positionLabel({ row: 1, column: 1 }, storage.data)
  const last = positionLabel({ row: numberRows, column: numberColumns }, storage.data)
  const free = nextFreeLabel(storage.data, occupancy.data)
  return (
    <>
      {first} to {last},{' '}
      {free ? (
        <LinkLikeButton key="button" onClick={() => onChoose(free)}>
          first free: {free}
        </LinkLikeButton>
      ) : (
        `full: ${formatOccupancy({ occupied: occupancy.data.length, capacity: storage.data.capacity })}`
      )}
    </>
  )
}

const LinkLikeButton = (props: ButtonProps) => (
  <Button type="link" size="small" style={{ padding: 0 }} {...props} />
)
