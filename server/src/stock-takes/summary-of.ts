import type { StockTake, StockTakeBox, StockTakeResult } from '@lims/contract/stock-takes.ts'
import { asStockTake } from './stock-take-number-queries.ts'
import type { StockTakeRow } from './stock-take-queries.ts'

/** Returns a stock-take with the sums of its boxes, and who has counted. `otherExpected` is of `countOtherExpected`. */
export function summaryOf(
  row: StockTakeRow,
  boxes: readonly StockTakeBox[],
  counterNames: string[],
  otherExpected: number,
): StockTake {
  const sum = (result: StockTakeResult) => boxes.reduce((total, { counts }) => total + counts[result], 0)
  return asStockTake(row, {
    counts: {
      'in-place': sum('in-place'),
      'other-place': sum('other-place'),
      missing: sum('missing'),
      'not-recorded': sum('not-recorded'),
      'unknown-code': sum('unknown-code'),
    },
    numBoxes: boxes.length,
    numFinishedBoxes: boxes.filter(({ state }) => state === 'finished').length,
    counterNames,
    otherExpected,
  })
}
