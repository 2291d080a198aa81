import { type CellKey, cellOfKey } from './grid-model.ts'

/** What a cell can be marked as, over what stands in it. */
export type Mark = 'chosen' | 'leaving' | 'target' | 'refused' | 'next'

export type CellMark = {
  mark: Mark
  /** Shown in the cell instead of its content. */
  text?: string
  /** Said of the cell after its content. */
  spoken: string
}

/** Marks for some cells. A grid draws any number of layers; the later lies above. */
export type GridLayer = ReadonlyMap<CellKey, CellMark>

/** What the layers say of one cell, together. */
export type CellMarks = { marks: string; text: string | undefined; spoken: string }
export type RowMarks = ReadonlyMap<number, CellMarks>

/** The marks of each row by column, so that a row without any is drawn only once. */
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
