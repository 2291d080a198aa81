import type { PickBox, PickItem, PickItemState } from '@lims/contract/picks.ts'
import { axisLabels } from '@lims/contract/positions.ts'
import styles from './box-map.module.css'
import { pathOf } from './pick-walk.ts'

type Props = { box: PickBox; items: readonly PickItem[]; currentId: string | undefined }

const signs: Partial<Record<PickItemState, string>> = { picked: '✓', 'not-found': '!', wanted: '' }

/** A box seen from above: the tubes to pick, those that were picked or not found, and the others. */
export function BoxMap({ box, items, currentId }: Props) {
  const { numberRows, numberColumns, rowPrefix, columnPrefix } = box
  const occupied = new Set(box.occupied)
  const byCell = new Map(
    items.map((item) => [
      ((item.rowCoordinate ?? 1) - 1) * numberColumns + (item.columnCoordinate ?? 1) - 1,
      item,
    ]),
  )
  const columns = axisLabels(columnPrefix, numberColumns)
  const wanted = items.filter(({ state }) => state === 'wanted').map(({ position }) => position)
  return (
    <div
      className={styles.map}
      style={{ '--columns': numberColumns }}
      role="img"
      aria-label={`${pathOf(box)}: ${wanted.length > 0 ? `to pick from ${wanted.join(', ')}` : 'nothing left to pick'}`}
    >
      <span />
      {columns.map((label) => (
        <span key={label} className={styles.axis}>
          {label}
        </span>
      ))}
      {axisLabels(rowPrefix, numberRows).map((label, row) => (
        <Row key={label} label={label}>
          {columns.map((column, index) => {
            const cell = row * numberColumns + index
            const item = byCell.get(cell)
            return (
              <span
                key={column}
                className={styles.cell}
                data-state={item?.state ?? (occupied.has(cell) ? 'other' : 'empty')}
                data-current={item !== undefined && item.sampleId === currentId}
              >
                {item && signs[item.state]}
              </span>
            )
          })}
        </Row>
      ))}
    </div>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <span className={styles.axis}>{label}</span>
      {children}
    </>
  )
}
