import { formatCount } from '@lims/contract/format-count.ts'
import { axisLabels, parseAxis, positionLabel } from '@lims/contract/positions.ts'
import { defaultAxes } from '@lims/contract/storage.ts'
import { gridSize } from '@lims/contract/storage-type.ts'
import { Form } from 'antd'
import styles from './first-corner.module.css'

/** What the form of a storage holds of its grid; undefined before it is shown, and sizes while they are typed. */
type GridValues = {
  rowPrefix?: string
  columnPrefix?: string
  numberRows?: number | null
  numberColumns?: number | null
}

const shownRows = 3
const shownColumns = 4

/** A preview of the cell labels of the grid that the form around it describes, at its first corner. */
export function FirstCorner() {
  const values: GridValues | undefined = Form.useWatch([], Form.useFormInstance<GridValues>())
  if (!values) return null
  const { numberRows, numberColumns } = values
  const rowPrefix = values.rowPrefix || defaultAxes.rowPrefix
  const columnPrefix = values.columnPrefix || defaultAxes.columnPrefix
  if (!parseAxis(rowPrefix) || !parseAxis(columnPrefix)) {
    return <p className={styles.none}>These prefixes give no valid axes.</p>
  }
  const axes = { rowPrefix: rowPrefix.toUpperCase(), columnPrefix: columnPrefix.toUpperCase() }
  const rows = clampSize(numberRows)
  const columns = clampSize(numberColumns)
  const first = positionLabel({ row: 1, column: 1 }, axes)
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
        {rows} × {columns}: {formatCount(rows * columns, 'cell')}, <b>{first}</b>
        {last !== first && (
          <>
            {' '}
            to <b>{last}</b>
          </>
        )}
      </figcaption>
    </figure>
  )
}

/** Limits a size to the allowed range. While it is typed it may be empty, or far too large. */
const clampSize = (size: number | null | undefined) =>
  Number.isInteger(size) ? Math.min(Math.max(size ?? 1, gridSize.min), gridSize.max) : gridSize.min
