import { axisLabels, type CellKey, cellKey, positionLabel } from '@lims/contract/positions.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { endOfTubeId } from '../../entities/sample/sample-text.ts'
import type { RackCell } from './rack-cells.ts'
import styles from './rack-picture.module.css'
import { rackStates } from './rack-states.ts'

/** The box after the file is applied, seen from above. */
export function RackPicture({ storage, cells }: { storage: Storage; cells: ReadonlyMap<CellKey, RackCell> }) {
  const { numberRows, numberColumns, rowPrefix, columnPrefix, alias } = storage
  const columns = axisLabels(columnPrefix, numberColumns)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard
    <section className={styles.scroller} aria-label={`Preview of ${alias}`} tabIndex={0}>
      <table className={styles.box} style={{ '--columns': numberColumns }}>
        <thead>
          <tr>
            <td className={styles.corner} aria-hidden />
            {columns.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {axisLabels(rowPrefix, numberRows).map((label, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {columns.map((column, at) => {
                const cell = { row: index + 1, column: at + 1 }
                const position = positionLabel(cell, storage)
                return <PictureCell key={column} position={position} cell={cells.get(cellKey(cell))} />
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function PictureCell({ position, cell }: { position: string; cell: RackCell | undefined }) {
  if (!cell || (cell.state === 'empty' && !cell.missing)) {
    return <td title={`${position}: empty`} data-rack-state="empty" />
  }
  const { state, tube, missing, isTakenOut } = cell
  const { sign, word } = rackStates[state]
  return (
    <td title={describe(position, cell)} data-rack-state={state} data-out={isTakenOut}>
      <span aria-hidden>{sign}</span>
      <span className="read-aloud-only">{word}</span> <b>{endOfTubeId(tube)}</b>
      {missing && state !== 'missing' && <small>− {endOfTubeId(missing)}</small>}
    </td>
  )
}

function describe(position: string, { state, tube, name, from, was, missing, isTakenOut }: RackCell): string {
  const parts = [rackStates[state].word, name, tube, from && `from ${from}`, was]
  if (missing) parts.push(`${missing} is missing${isTakenOut ? ' and is taken out' : ''}`)
  return `${position}: ${parts.filter(Boolean).join(', ')}`
}
