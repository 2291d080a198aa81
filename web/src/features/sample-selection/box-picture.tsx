import { axisLabels, type Cell, cellsOf, positionLabel } from '@lims/contract/positions.ts'
import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import styles from './place-dialog.module.css'
import type { Placement } from './plan-placement.ts'

type Props = { box: Storage; occupied: readonly OccupancyEntry[]; placements: readonly Placement[] }

const pitch = 26
const side = 23
/** Room for the labels of the rows and columns. */
const margin = 20
/** A larger box is drawn without texts: they would be too small to read. */
const maxColumnsWithText = 14

const x = ({ column }: Cell) => margin + (column - 1) * pitch
const y = ({ row }: Cell) => margin + (row - 1) * pitch
const square = (cell: Cell) => `M${x(cell)} ${y(cell)}h${side}v${side}h-${side}z`
const middle = side / 2

/** The box as it will be: taken cells, free cells, and the cells that the tubes would go to. */
export function BoxPicture({ box, occupied, placements }: Props) {
  const { numberRows, numberColumns, alias } = box
  const cells = cellsOf(box)
  const taken = occupied.map(({ rowCoordinate: row, columnCoordinate: column }) => ({ row, column }))
  const hasText = numberColumns <= maxColumnsWithText && numberRows <= maxColumnsWithText
  const labels = placements.map(({ cell }) => positionLabel(cell, box))
  const range = labels.length > 1 ? `${labels[0]} to ${labels.at(-1)}` : (labels[0] ?? 'no cell')
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${margin + numberColumns * pitch} ${margin + numberRows * pitch}`}
      role="img"
      aria-label={`${alias}: tubes would go to ${range}`}
    >
      <path className={styles.free} d={cells.map(square).join('')} />
      <path className={styles.taken} d={taken.map(square).join('')} />
      <path className={styles.target} d={placements.map(({ cell }) => square(cell)).join('')} />
      {hasText && (
        <>
          {placements.map(({ sample, cell }) => (
            <text key={sample.id} className={styles.tube} x={x(cell) + middle} y={y(cell) + middle}>
              {sample.alias.slice(-4)}
            </text>
          ))}
          {axisLabels(box.columnPrefix, numberColumns).map((label, index) => (
            <text key={label} className={styles.axis} x={margin + index * pitch + middle} y={margin / 2}>
              {label}
            </text>
          ))}
          {axisLabels(box.rowPrefix, numberRows).map((label, index) => (
            <text key={label} className={styles.axis} x={margin / 2} y={margin + index * pitch + middle}>
              {label}
            </text>
          ))}
        </>
      )}
    </svg>
  )
}
