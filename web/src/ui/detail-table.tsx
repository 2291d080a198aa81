import type { ReactNode } from 'react'
import styles from './detail-table.module.css'

export type DetailRow = { label: string; value: ReactNode }

/** A table of one record, a row per field. A web address becomes a link, a missing value a dash. */
export function DetailTable({ rows, label }: { rows: readonly DetailRow[]; label: string }) {
  return (
    <table className={styles.table} aria-label={label}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            <td>{formatValue(row.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function formatValue(value: ReactNode): ReactNode {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value !== 'string' || !/^https?:\/\/\S+$/i.test(value)) return value
  return (
    <a href={value} target="_blank" rel="noreferrer">
      {value}
    </a>
  )
}
