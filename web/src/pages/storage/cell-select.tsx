import type { Axes } from '@lims/contract/positions.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { refetchOnOpen } from '../../api/refetch-on-open.ts'
import { occupancyQuery, storageQuery } from '../../entities/storage/storage-api.ts'
import { chooseByTyping } from '../../ui/choose-by-typing.ts'

type Props = {
  /** Set by the form item around it. */
  id?: string
  value?: string
  onChange?: (label: string) => void
  storageId: number
  /** The storage being edited: its own cell can be chosen, and no first free one of the parent that it is in. */
  edited?: Storage | undefined
}

export const firstFreeCell = ''

/** The cell that is chosen with a parent: its own in the parent that it is in, otherwise the first free one. */
export const startCell = (parentID: number, edited: Storage | undefined): string =>
  (edited?.parentID === parentID && edited.position) || firstFreeCell

/** The message for a chosen cell that the storage no longer has. */
export const cellGone = (label: string, { alias }: Storage): string =>
  `${label} is not a cell of ${alias} any more. Choose another.`

/** Chooses a cell of a storage. A taken cell is shown with its content and cannot be chosen. */
export function CellSelect({ storageId, edited, ...select }: Props) {
  const storage = useQuery(storageQuery(storageId))
  const occupancy = useQuery(occupancyQuery(storageId))
  const cells = storage.data && occupancy.data ? cellChoices(storage.data, occupancy.data, edited?.id) : []
  const free = cells.find(({ disabled }) => !disabled)?.value
  const firstFree = { value: firstFreeCell, label: free ? `First free cell: ${free}` : 'First free cell' }
  const choices = occupancy.isLoadingError ? [notFetched] : cells
  return (
    <Select
      {...select}
      loading={storage.isFetching || occupancy.isFetching}
      showSearch={chooseByTyping}
      onOpenChange={(isOpen) => refetchOnOpen(occupancy, isOpen)}
      // Saved with the parent that it is in, 'first free' would leave it where it is.
      options={edited?.parentID === storageId ? choices : [firstFree, ...choices]}
    />
  )
}

/** In place of the cells. */
const notFetched = { value: 'not-fetched', label: 'Failed to fetch storage occupancy', disabled: true }

function cellChoices(axes: Axes, occupancy: readonly OccupancyEntry[], ownId: number | undefined) {
  const contents = new Map(occupancy.map((entry) => [entry.position, entry]))
  return Array.from({ length: axes.numberRows * axes.numberColumns }, (_, index) => {
    const row = Math.floor(index / axes.numberColumns) + 1
    const label = positionLabel({ row, column: (index % axes.numberColumns) + 1 }, axes)
    const content = contents.get(label)
    const isTaken = content !== undefined && content.contentId !== `${ownId}`
    return { value: label, label: isTaken ? `${label} · ${content.contentName}` : label, disabled: isTaken }
  })
}
