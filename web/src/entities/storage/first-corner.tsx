import { formatCount } from '@lims/contract/format-count.ts'
import { axisLabels, parseAxis, positionLabel } from '@lims/contract/positions.ts'
import { gridSize } from '@lims/contract/storage-type.ts'
import styles from './first-corner.module.css'

type Props = {
  rowPrefix: string
  columnPrefix: string
  numberRows: number | null | undefined
  numberColumns: number | null | undefined
}

const shownRows = 3
const shownColumns = 4

/** A preview of the cell labels of a grid, at its first corner. */
export function FirstCorner({ rowPrefix, columnPrefix, numberRows, numberColumns }: Props) {
  if (!parseAxis(rowPrefix) || !parseAxis(columnPrefix)) {
    return <p className={styles.none}>These prefixes give no valid axes.</p>
  }
  const axes = { rowPrefix: rowPrefix.toUpperCase(), columnPrefix: columnPrefix.toUpperCase() }
  const rows = clampSize(numberRows)
  const columns = clampSize(numberColumns)
  const last = positionLabel({ row: rows, column: columns }, axes)
  return (
    <figure className={styles.corner}>
      <table aria-label="The first corner">
        <thead>
          <tr>
            <td className={styles.mark} aria-hidden />
            {axisLabels(axes.columnPrefix, Math.min(columns, shownColumns)).map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {axisLabels(axes.rowPrefix, Math.min(rows, shownRows)).map((rowLabel, index) => (
            <tr key={rowLabel}>
              <th scope="row">{rowLabel}</th>
              {Array.from({ length: Math.min(columns, shownColumns) }, (_, column) => {
                const label = positionLabel({ row: index + 1, column: column + 1 }, axes)
                return <td key={label}>{label}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <figcaption>
        {rows} × {columns}: {formatCount(rows * columns, 'cell')},{' '}
        <b>{positionLabel({ row: 1, column: 1 }, axes)}</b> to <b>{last}</b>
      </figcaption>
    </figure>
  )
}

/** Limits a size to the allowed range. While it is typed it may be empty, or far too large. */
const clampSize = (size: number | null | undefined) =>
  Number.isInteger(size) ? Math.min(Math.max(size ?? 1, gridSize.min), gridSize.max) : gridSize.min
