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

/** The same keys with Ctrl or Shift. */
export const widerStepKeys = [
  {
    keys: ['ctrl arrowup', 'ctrl arrowdown', 'ctrl arrowleft', 'ctrl arrowright'],
    does: 'Go to the edge of the grid',
  },
  { keys: ['ctrl home', 'ctrl end'], does: 'Go to the first or last cell of the grid' },
  {
    keys: ['shift arrowup', 'shift arrowdown', 'shift arrowleft', 'shift arrowright'],
    does: 'Select the tubes in between',
  },
] as const satisfies readonly Shortcut[]

/** `isFar` with Ctrl: to the edge instead of the next cell. */
type Step = (from: Cell, size: Size, isFar: boolean) => Cell

const steps: Readonly<Record<KeyOf<typeof stepKeys>, Step>> = {
  arrowup: ({ row, column }, _, isFar) => ({ row: isFar ? 1 : row - 1, column }),
  arrowdown: ({ row, column }, { numberRows }, isFar) => ({ row: isFar ? numberRows : row + 1, column }),
  arrowleft: ({ row, column }, _, isFar) => ({ row, column: isFar ? 1 : column - 1 }),
  arrowright: ({ row, column }, { numberColumns }, isFar) => ({
    row,
    column: isFar ? numberColumns : column + 1,
  }),
  home: ({ row }, _, isFar) => ({ row: isFar ? 1 : row, column: 1 }),
  end: ({ row }, { numberRows, numberColumns }, isFar) => ({
    row: isFar ? numberRows : row,
    column: numberColumns,
  }),
  pageup: ({ row, column }) => ({ row: row - rowsPerPage, column }),
  pagedown: ({ row, column }) => ({ row: row + rowsPerPage, column }),
}

/** Returns the cell to which a key moves the focus, at an edge the same cell; undefined for any other key. */
export function stepOf({ key, ctrlKey, metaKey }: Key, from: Cell, size: Size): Cell | undefined {
  const step = handlerOf(steps, {
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
  })
  const to = step?.(from, size, ctrlKey || metaKey)
  return (
    to && {
      row: Math.min(Math.max(to.row, 1), size.numberRows),
      column: Math.min(Math.max(to.column, 1), size.numberColumns),
    }
  )
}
