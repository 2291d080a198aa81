import type { ReactNode } from 'react'
import styles from './detail-table.module.css'
import { LinkedText } from './linked-text.tsx'

export type DetailRow = {
  label: string
  value: ReactNode
  /** True: only for screen readers, because the page shows the value right beside the table. */
  isReadAloudOnly?: boolean
}

type Props = {
  rows: readonly DetailRow[]
  label: string
  /** True: as many fields on a line as there is room for, each below its label. */
  isDense?: boolean
}

/** A table of one record, a row per field. A web address becomes a link, a missing value a dash. */
export function DetailTable({ rows, label, isDense = false }: Props) {
  return (
    // The roles are lost in some browsers where the rows are laid out as a grid.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <table className={styles.table} aria-label={label} role="table" data-dense={isDense}>
      <tbody>
        {rows.map((row) => (
          // biome-ignore lint/a11y/noRedundantRoles: see above
          <tr key={row.label} role="row" className={row.isReadAloudOnly ? 'read-aloud-only' : undefined}>
            {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
            <th scope="row" role="rowheader">
              {row.label}
            </th>
            {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
            <td role="cell">{formatValue(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A link that is not seen would be in the tab order all the same. */
function formatValue({ value, isReadAloudOnly = false }: DetailRow): ReactNode {
  if (value === null || value === undefined || value === '') return '—'
  return typeof value === 'string' && !isReadAloudOnly ? <LinkedText text={value} /> : value
}
