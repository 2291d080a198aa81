import { type Cell, type CellKey, cellKey, freeCells } from '@lims/contract/positions.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { PlacedSample } from '../storage/placement-queries.ts'
import { getGrids, getPath, type StorageGrid } from '../storage/storage-queries.ts'
import { listCellContents } from './tube-queries.ts'

/** A tube that was found in a box, and in which cell if that is known. */
type FoundIn = {
  sampleId: string
  alias: string
  boxId: number
  row: number | null
  column: number | null
}

/**
 * Chooses a cell for each tube: the one where it was found if that is free, else the next free cell of the box. Cells
 * of the samples in `freed` count as free. Call it with the cells of the boxes locked. Throws `storage-full`.
 */
export async function chooseCells(
  trx: Transaction,
  tubes: readonly FoundIn[],
  freed: ReadonlySet<string>,
): Promise<PlacedSample[]> {
  const tubesOf = Map.groupBy(tubes, ({ boxId }) => boxId)
  const contents = await listCellContents(trx, [...tubesOf.keys()])
  const contentOf = Map.groupBy(contents, ({ storageId }) => storageId)
  const boxes = await getGrids(trx, tubesOf.keys())
  const chosen: PlacedSample[] = []
  for (const [boxId, box] of boxes) {
    const held = (contentOf.get(boxId) ?? []).filter(({ sampleId }) => !(sampleId && freed.has(sampleId)))
    const taken = new Set(held.map(cellKey))
    const { cells, withoutCell } = cellsIn(box, tubesOf.get(boxId) ?? [], taken)
    if (withoutCell) {
      throw new DomainError(
        'storage-full',
        `${await getPath(trx, boxId)} is full: ${withoutCell.alias} was found there and has no free cell. Free a cell, or do not accept this difference.`,
      )
    }
    chosen.push(...cells)
  }
  return chosen
}

/** Returns a cell for each tube, and the first tube for which there is none, if any. */
function cellsIn(
  box: StorageGrid,
  tubes: readonly FoundIn[],
  taken: ReadonlySet<CellKey>,
): { cells: PlacedSample[]; withoutCell?: FoundIn } {
  const size = { numberRows: box.number_rows, numberColumns: box.number_columns }
  const free = new Map(Array.from(freeCells(size, taken), (cell) => [cellKey(cell), cell]))
  const cells: PlacedSample[] = []
  const take = (sampleId: string, cell: Cell) => {
    free.delete(cellKey(cell))
    cells.push({ sampleId, storageId: box.id, ...cell })
  }
  const unplaced: FoundIn[] = []
  for (const tube of tubes) {
    const { row, column } = tube
    const cell = row !== null && column !== null ? free.get(cellKey({ row, column })) : undefined
    if (cell) take(tube.sampleId, cell)
    else unplaced.push(tube)
  }
  for (const tube of unplaced) {
    const [next] = free.values()
    if (!next) return { cells, withoutCell: tube }
    take(tube.sampleId, next)
  }
  return { cells }
}
