import type { Cell } from '@lims/contract/positions.ts'
import { handlerOf, type KeyOf, type Shortcut } from '../../../ui/shortcut.ts'

type Key = { key: string; ctrlKey: boolean; metaKey: boolean }
type Size = { numberRows: number; numberColumns: number }

const rowsPerPage = 10

export const stepKeys = [
  { keys: ['arrowup', 'arrowdown', 'arrowleft', 'arrowright'], does: 'Go to the next cell' },
  { keys: ['home', 'end'], does: 'Go to the first or last cell of the row' },
  { keys: ['pageup', 'pagedown'], does: 'Go ten rows up or down' },
] as const satisfies readonly Shortcut[]

/** The same keys pressed together with another. */
export const widerStepKeys = [
  { keys: ['ctrl arrowup', 'ctrl arrowdown', 'ctrl arrowleft', 'ctrl arrowright'], does: 'Go to the edge' },
  { keys: ['ctrl home', 'ctrl end'], does: 'Go to the first or last cell of all' },
  {
    keys: ['shift arrowup', 'shift arrowdown', 'shift arrowleft', 'shift arrowright'],
    does: 'Choose the tubes on the way',
  },
] as const satisfies readonly Shortcut[]

type Step = (from: Cell, size: Size, isWhole: boolean) => Cell

const steps: Readonly<Record<KeyOf<typeof stepKeys>, Step>> = {
  arrowup: ({ row, column }, _, isWhole) => ({ row: isWhole ? 1 : row - 1, column }),
  arrowdown: ({ row, column }, { numberRows }, isWhole) => ({ row: isWhole ? numberRows : row + 1, column }),
  arrowleft: ({ row, column }, _, isWhole) => ({ row, column: isWhole ? 1 : column - 1 }),
  arrowright: ({ row, column }, { numberColumns }, isWhole) => ({
    row,
    column: isWhole ? numberColumns : column + 1,
  }),
  home: ({ row }, _, isWhole) => ({ row: isWhole ? 1 : row, column: 1 }),
  end: ({ row }, { numberRows, numberColumns }, isWhole) => ({
    row: isWhole ? numberRows : row,
    column: numberColumns,
  }),
  pageup: ({ row, column }) => ({ row: row - rowsPerPage, column }),
  pagedown: ({ row, column }) => ({ row: row + rowsPerPage, column }),
}

/** Where a key leads from a cell; undefined for a key that leads nowhere. At an edge it leads to where one is. */
export function stepOf({ key, ctrlKey, metaKey }: Key, from: Cell, size: Size): Cell | undefined {
  const step = handlerOf(steps, { key, ctrlKey: false, metaKey: false })
  const to = step?.(from, size, ctrlKey || metaKey)
  return (
    to && {
      row: Math.min(Math.max(to.row, 1), size.numberRows),
      column: Math.min(Math.max(to.column, 1), size.numberColumns),
    }
  )
}
