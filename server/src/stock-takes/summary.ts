import type { StockTake, StockTakeBox, StockTakeResult } from '@lims/contract/stock-takes.ts'
import type { StockTakeRow } from './stock-take-queries.ts'

/** Returns a stock-take with the sums of its boxes, and who has counted. `otherExpected` is of `countOtherExpected`. */
export function summaryOf(
  row: StockTakeRow,
  boxes: readonly StockTakeBox[],
  counterNames: string[],
  otherExpected: number,
): StockTake {
  const sum = (of: (box: StockTakeBox) => number) => boxes.reduce((total, box) => total + of(box), 0)
  const count = (result: StockTakeResult) => sum(({ counts }) => counts[result])
  return {
    id: row.id,
    storageId: row.storage_id,
    storageName: row.storage_name,
    state: row.state,
    startedAt: row.started_at.toISOString(),
    startedBy: row.starter_name,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closer_name,
    counts: {
      'in-place': count('in-place'),
      'other-place': count('other-place'),
      missing: count('missing'),
      'not-recorded': count('not-recorded'),
      'unknown-code': count('unknown-code'),
    },
    expectedTubes: count('in-place') + count('missing') + otherExpected,
    numBoxes: boxes.length,
    numFinishedBoxes: boxes.filter(({ state }) => state === 'finished').length,
    counterNames,
  }
}
