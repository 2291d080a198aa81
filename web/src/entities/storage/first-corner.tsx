import { axisLabels, parseAxis, positionLabel } from '@lims/contract/positions.ts'
import { gridSize } from '@lims/contract/storage-type.ts'
import styles from './first-corner.module.css'
import { countOf } from './storage-words.ts'

type Props = {
  rowPrefix: string
  columnPrefix: string
  numberRows: number | null | undefined
  numberColumns: number | null | undefined
}

const shownRows = 3
const shownColumns = 4

/** How the cells of a grid will be called, drawn at its first corner. */
export function FirstCorner({ rowPrefix, columnPrefix, numberRows, numberColumns }: Props) {
  if (!parseAxis(rowPrefix) || !parseAxis(columnPrefix)) {
    return <p className={styles.none}>These prefixes make no axes.</p>
  }
  const axes = { rowPrefix: rowPrefix.toUpperCase(), columnPrefix: columnPrefix.toUpperCase() }
  const rows = within(numberRows)
  const columns = within(numberColumns)
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
        {rows} × {columns}: {countOf(rows * columns, 'cell')},{' '}
        <b>{positionLabel({ row: 1, column: 1 }, axes)}</b> to <b>{last}</b>
      </figcaption>
    </figure>
  )
}

/** While a number is being typed it may be none, or far too large. */
const within = (size: number | null | undefined) =>
  Number.isInteger(size) ? Math.min(Math.max(size ?? 1, gridSize.min), gridSize.max) : gridSize.min
