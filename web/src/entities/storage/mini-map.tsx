import { type Cell, cellsOf, positionLabel } from '@lims/contract/positions.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import styles from './mini-map.module.css'

type Props = {
  storage: Storage
  occupancy: readonly OccupancyEntry[]
  /** The highlighted cell. */
  cell: Cell | undefined
}

const pitch = 10
const side = 8

const square = ({ row, column }: Cell) =>
  `M${(column - 1) * pitch} ${(row - 1) * pitch}h${side}v${side}h-${side}z`

/**
 * A small map of a storage: taken cells, free cells, and one highlighted cell. It is drawn as three paths, because a
 * storage may have 2,500 cells.
 */
export function MiniMap({ storage, occupancy, cell }: Props) {
  const { numberRows, numberColumns, alias } = storage
  const cells = cellsOf(storage)
  const taken = occupancy.map(({ rowCoordinate: row, columnCoordinate: column }) => ({ row, column }))
  const highlighted = cell ? `${positionLabel(cell, storage)} in ${alias}` : alias
  return (
    <svg
      className={styles.map}
      viewBox={`-2 -2 ${numberColumns * pitch + 2} ${numberRows * pitch + 2}`}
      role="img"
      aria-label={`Map of ${alias}: ${highlighted}`}
    >
      <path className={styles.free} d={cells.map(square).join('')} />
      <path className={styles.taken} d={taken.map(square).join('')} />
      {cell && <path className={styles.highlighted} d={square(cell)} />}
    </svg>
  )
}
