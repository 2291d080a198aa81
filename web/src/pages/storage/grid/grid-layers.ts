import { type CellKey, cellOfKey } from '@lims/contract/positions.ts'

/** How a cell can be marked, on top of its content. */
type Mark = 'selected' | 'cut' | 'target' | 'taken' | 'next'

type CellMark = {
  mark: Mark
  /** Shown in the cell instead of its content. */
  text?: string
  /** Added to the accessible name of the cell. */
  spoken: string
}

/** Marks for some cells. A grid draws any number of layers; a later one covers an earlier one. */
export type GridLayer = ReadonlyMap<CellKey, CellMark>

/** The marks of all layers on one cell. */
export type CellMarks = { marks: string; text: string | undefined; spoken: string }
export type RowMarks = ReadonlyMap<number, CellMarks>

/** Returns the marks by row and column, so that a row without marks is not rendered again. */
export function marksByRow(layers: readonly GridLayer[]): ReadonlyMap<number, RowMarks> {
  const rows = new Map<number, Map<number, CellMarks>>()
  for (const layer of layers) {
    for (const [key, { mark, text, spoken }] of layer) {
      const { row, column } = cellOfKey(key)
      const marks = rows.get(row) ?? new Map<number, CellMarks>()
      rows.set(row, marks)
      const below = marks.get(column)
      marks.set(column, {
        marks: below ? `${below.marks} ${mark}` : mark,
        text: text ?? below?.text,
        spoken: below ? `${below.spoken}, ${spoken}` : spoken,
      })
    }
  }
  return rows
}
