import type { Cell } from '@lims/contract/positions.ts'
import type { Move } from '@lims/contract/sample-location.ts'
import { countOf } from '../../../entities/storage/storage-words.ts'
import type { GridLayer } from '../grid/grid-layers.ts'
import {
  type CellKey,
  cellsOf,
  contentAt,
  type GridModel,
  isInside,
  keyOf,
  labelOf,
} from '../grid/grid-model.ts'
import type { PickedTubes, Tube } from './picked-tubes.ts'

/** How several tubes are set down: as they stood to each other, or one after the other into free cells. */
export type Pattern = 'keep' | 'fill'

type Landing = { tube: Tube; cell: Cell; refusal: string | undefined }

export type MovePlan = {
  storageId: number
  landings: readonly Landing[]
  /** Why nothing can be set down here; undefined when all of it can. */
  refusal: string | undefined
}

/** What would happen if the tubes were set down with the anchor on a cell. */
export function planMove(carried: PickedTubes, onto: GridModel, at: Cell, pattern: Pattern): MovePlan {
  const storageId = onto.storage.id
  if (onto.storage.type !== 'BOX') {
    return { storageId, landings: [], refusal: `Tubes stand in boxes only; ${onto.storage.alias} is none.` }
  }
  const cells = pattern === 'keep' ? shiftedCells(carried, at) : freeCells(carried, onto, at)
  const landings = carried.tubes.flatMap((tube, index) => {
    const cell = cells[index]
    if (!cell || !isInside(onto, cell)) return []
    return [{ tube, cell, refusal: refusalAt(carried, onto, cell) }]
  })
  const outside = carried.tubes.length - landings.length
  const taken = landings.find(({ refusal }) => refusal)?.refusal
  const noRoom = outside > 0 ? `No room for ${countOf(outside, 'tube')} here.` : undefined
  return { storageId, landings, refusal: taken ?? noRoom }
}

const shiftedCells = ({ tubes, anchor }: PickedTubes, at: Cell) =>
  tubes.map(({ from }) => ({
    row: at.row + from.row - anchor.row,
    column: at.column + from.column - anchor.column,
  }))

function freeCells(carried: PickedTubes, onto: GridModel, at: Cell): Cell[] {
  const isFrom = ({ row, column }: Cell) => row > at.row || (row === at.row && column >= at.column)
  return [...cellsOf(onto)].filter((cell) => isFrom(cell) && !refusalAt(carried, onto, cell))
}

/** A cell is free when nothing stands in it, or a tube that is leaving. */
function refusalAt({ storageId, tubes }: PickedTubes, onto: GridModel, cell: Cell): string | undefined {
  const content = contentAt(onto, cell)
  if (!content) return undefined
  const isLeaving =
    storageId === onto.storage.id && tubes.some(({ sampleId }) => sampleId === content.contentId)
  return isLeaving ? undefined : `${labelOf(onto, cell)} holds ${content.contentName}.`
}

/** What is sent: where each tube shall stand, and where it is believed to stand now. */
export function arrangement({ storageId, landings }: MovePlan, carried: PickedTubes) {
  return {
    moves: landings.map(({ tube, cell }) => move(tube, storageId, cell)),
    expected: carried.tubes.map((tube) => move(tube, carried.storageId, tube.from)),
  }
}

const move = ({ sampleId }: Tube, storageId: number, { row, column }: Cell): Move => ({
  sampleId,
  storageId,
  rowCoordinate: row,
  columnCoordinate: column,
})

/** The plan as marks over the grid that it would change. */
export function planLayer({ landings }: MovePlan): GridLayer {
  return new Map(
    landings.map(({ tube, cell, refusal }) => [
      keyOf(cell),
      refusal
        ? { mark: 'refused', spoken: 'refused' }
        : { mark: 'target', text: tube.alias.slice(-5), spoken: `${tube.alias} would come here` },
    ]),
  )
}

/** The cells that carried tubes would leave. */
export const leavingLayer = ({ tubes }: PickedTubes): GridLayer =>
  new Map(
    tubes.map(({ from }): [CellKey, { mark: 'leaving'; spoken: string }] => [
      keyOf(from),
      { mark: 'leaving', spoken: 'picked up' },
    ]),
  )
