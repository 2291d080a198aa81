import type { PlanBox } from '../src/moves/free-cell-index.ts'
import type { PlanHolder } from '../src/moves/plan-moves.ts'

/** A box of ten tubes in rack 100 of freezer 1, at −80 °C. */
export const aBox = (id: number, more: Partial<PlanBox> = {}): PlanBox => ({
  id,
  alias: `Box ${id}`,
  tubes: 10,
  free: 71,
  holderId: 100,
  freezerId: 1,
  temperatureC: -80,
  ...more,
})

/** A rack of freezer 2 with this many free cells, at −80 °C. */
export const aHolder = (id: number, cells: number, more: Partial<PlanHolder> = {}): PlanHolder => ({
  id,
  freezerId: 2,
  temperatureC: -80,
  freeCells: Array.from({ length: cells }, (_, index) => ({ row: 1, column: index + 1 })),
  names: new Set(),
  ...more,
})
