import { type Cell, positionLabel } from '@lims/contract/positions.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import styles from './mini-map.module.css'

type Props = {
  storage: Storage
  occupancy: readonly OccupancyEntry[]
  /** The cell that is pointed out. */
  cell: Cell | undefined
}

const pitch = 10
const side = 8

const square = ({ row, column }: Cell) =>
  `M${(column - 1) * pitch} ${(row - 1) * pitch}h${side}v${side}h-${side}z`

/** A storage from above, small: what is held, what is free, and one cell pointed out. Three paths, for it may have 2,500 cells. */
export function MiniMap({ storage, occupancy, cell }: Props) {
  const { numberRows, numberColumns, alias } = storage
  const all = Array.from({ length: numberRows * numberColumns }, (_, index) => ({
    row: Math.floor(index / numberColumns) + 1,
    column: (index % numberColumns) + 1,
  }))
  const held = occupancy.map(({ rowCoordinate: row, columnCoordinate: column }) => ({ row, column }))
  const where = cell ? `${positionLabel(cell, storage)} in ${alias}` : alias
  return (
    <svg
      className={styles.map}
      viewBox={`-2 -2 ${numberColumns * pitch + 2} ${numberRows * pitch + 2}`}
      role="img"
      aria-label={`Map of ${alias}: ${where}`}
    >
      <path className={styles.free} d={all.map(square).join('')} />
      <path className={styles.held} d={held.map(square).join('')} />
      {cell && <path className={styles.here} d={square(cell)} />}
    </svg>
  )
}
