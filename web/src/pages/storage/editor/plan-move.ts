import { formatCount } from '@lims/contract/format-count.ts'
import { type Cell, type CellKey, cellKey, cellsOf } from '@lims/contract/positions.ts'
import type { ArrangeSamplesBody, ExpectedPlace, Move } from '@lims/contract/sample-location.ts'
import { endOfTubeId } from '../../../entities/sample/sample-text.ts'
import { formatStorageType } from '../../../entities/storage/storage-text.ts'
import type { GridLayer } from '../grid/grid-layers.ts'
import { contentAt, type GridModel, isInside, labelOf } from '../grid/grid-model.ts'
import type { PickedTubes, Tube } from './picked-tubes.ts'

/** How several tubes are placed: in their former pattern, or one after the other into free cells. */
export type Pattern = 'keep' | 'fill'

type Landing = { tube: Tube; cell: Cell; refusal: string | undefined }

export type MovePlan = {
  storageId: number
  landings: readonly Landing[]
  /** Why the tubes cannot be moved here; undefined if all of them can. */
  refusal: string | undefined
}

/** Plans a move of tubes into a storage, with their anchor on the cell `at`. */
export function planMove(picked: PickedTubes, model: GridModel, at: Cell, pattern: Pattern): MovePlan {
  const { id: storageId, type, alias } = model.storage
  if (type !== 'BOX') {
    const refusal = `Tubes can only be put into boxes. ${alias} is of type ${formatStorageType(type)}.`
    return { storageId, landings: [], refusal }
  }
  const cells = pattern === 'keep' ? shiftedCells(picked, at) : freeCells(picked, model, at)
  const landings = picked.tubes.flatMap((tube, index) => {
    const cell = cells[index]
    if (!cell || !isInside(model, cell)) return []
    return [{ tube, cell, refusal: refusalAt(picked, model, cell) }]
  })
  const outside = picked.tubes.length - landings.length
  const taken = landings.find(({ refusal }) => refusal)?.refusal
  const noRoom = outside > 0 ? `No room for ${formatCount(outside, 'tube')} here.` : undefined
  return { storageId, landings, refusal: taken ?? noRoom }
}

const shiftedCells = ({ tubes, anchor }: PickedTubes, at: Cell) =>
  tubes.map(({ from }) => ({
    row: at.row + from.row - anchor.row,
    column: at.column + from.column - anchor.column,
  }))

function freeCells(picked: PickedTubes, model: GridModel, at: Cell): Cell[] {
  const isFromHere = ({ row, column }: Cell) => row > at.row || (row === at.row && column >= at.column)
  return cellsOf(model.storage).filter((cell) => isFromHere(cell) && !refusalAt(picked, model, cell))
}

/** A cell is free if it is empty, or if the tube in it is one of those that move. */
function refusalAt({ storageId, tubes }: PickedTubes, model: GridModel, cell: Cell): string | undefined {
  const content = contentAt(model, cell)
  if (!content) return undefined
  const isMoving =
    storageId === model.storage.id && tubes.some(({ sampleId }) => sampleId === content.contentId)
  return isMoving ? undefined : `${labelOf(model, cell)} holds ${content.contentName}.`
}

/**
 * The request that carries out a plan: where each tube is to go, and where it is expected to be now, with the change of
 * custody that holds, so that a check-out made since the tube was cut is not ended.
 */
export const arrangement = ({ storageId, landings }: MovePlan, picked: PickedTubes): ArrangeSamplesBody => ({
  moves: landings.map(({ tube, cell }) => moveOf(tube, storageId, cell)),
  expected: expectedPlaces(picked.tubes, picked.storageId),
})

/** The request that takes tubes out of storage. */
export const removal = ({ storageId, tubes }: PickedTubes): ArrangeSamplesBody => ({
  moves: tubes.map(({ sampleId }) => ({ sampleId, storageId: 0 })),
  expected: expectedPlaces(tubes, storageId),
})

const expectedPlaces = (tubes: readonly Tube[], storageId: number): ExpectedPlace[] =>
  tubes.map((tube) => ({
    ...moveOf(tube, storageId, tube.from),
    custodyEventId: tube.custodyEventId,
  }))

const moveOf = ({ sampleId }: Tube, storageId: number, { row, column }: Cell): Move => ({
  sampleId,
  storageId,
  rowCoordinate: row,
  columnCoordinate: column,
})

/** Marks the cells that a plan would fill. */
export function planLayer({ landings }: MovePlan): GridLayer {
  return new Map(
    landings.map(({ tube, cell, refusal }) => [
      cellKey(cell),
      refusal
        ? { mark: 'taken', spoken: 'not free' }
        : { mark: 'target', text: endOfTubeId(tube.alias), spoken: `${tube.alias} would go here` },
    ]),
  )
}

/** Marks the cells that cut or dragged tubes would leave. */
export const cutLayer = ({ tubes }: PickedTubes): GridLayer =>
  new Map(
    tubes.map(({ from }): [CellKey, { mark: 'cut'; spoken: string }] => [
      cellKey(from),
      { mark: 'cut', spoken: 'cut' },
    ]),
  )
