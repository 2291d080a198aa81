import type { MovePlace, MoveStep, PlannedStep } from '@lims/contract/moves.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Db } from '../db/database.ts'
import { listPersonNames } from '../sessions/person-queries.ts'
import type { StepRow } from './move-queries.ts'
import type { DraftStep } from './read-plan.ts'
import { type GridRow, listGrids, type MovableBox } from './tree-queries.ts'

type Place = { storageId: number; row: number | null; column: number | null }
type Grids = ReadonlyMap<number, GridRow>

/** Reads the storages that these places name. */
export const readGrids = (db: Db, places: readonly (Place | null)[]): Promise<Grids> =>
  listGrids(db, new Set(places.flatMap((place) => (place ? [place.storageId] : []))))

/** Describes a cell with its way from the freezer; null if the storage was deleted. */
export function describePlace(place: Place | null, grids: Grids): MovePlace | null {
  const grid = place && grids.get(place.storageId)
  if (!grid) return null
  const { row, column, storageId } = place
  const position = row && column ? positionLabel({ row, column }, grid) : ''
  return {
    storageId,
    code: storageCode(storageId),
    alias: grid.alias,
    position,
    freezer: grid.names[0] ?? grid.alias,
    path: joinPath([...grid.names, position]),
  }
}

export async function describeDraft(db: Db, drafts: readonly DraftStep[]): Promise<PlannedStep[]> {
  const grids = await readGrids(
    db,
    drafts.flatMap(({ from, to }) => [from, to]),
  )
  return drafts.map(({ boxId, boxAlias, tubes, kind, from, to, note }) => ({
    boxId,
    boxAlias,
    boxCode: storageCode(boxId),
    tubes,
    kind,
    from: describePlace(from, grids),
    to: describePlace(to, grids),
    note,
  }))
}

export const originOf = ({ from_storage_id: storageId, from_row: row, from_column: column }: StepRow) =>
  storageId !== null && row !== null && column !== null ? { storageId, row, column } : null

/** Returns the cell of a box as it is now; null if it has no place. */
export const currentCellOf = ({ holderId: storageId, row, column }: MovableBox) =>
  storageId !== null && row !== null && column !== null ? { storageId, row, column } : null

export const targetOf = ({ to_storage_id: storageId, to_row: row, to_column: column }: StepRow) =>
  storageId === null ? null : { storageId, row, column }

/** Describes steps in the order of the walk, those without a place last. */
export async function describeSteps(db: Db, steps: readonly StepRow[]): Promise<MoveStep[]> {
  const grids = await readGrids(
    db,
    steps.flatMap((step) => [originOf(step), targetOf(step)]),
  )
  const people = steps.flatMap(({ picked_up_by, confirmed_by }) =>
    [picked_up_by ?? [], confirmed_by ?? []].flat(),
  )
  const names = await listPersonNames(db, [...new Set(people)])
  const isLast = ({ state }: StepRow) => (state === 'unfit' ? 1 : 0)
  return [...steps]
    .sort((one, other) => isLast(one) - isLast(other) || one.place - other.place)
    .map((step) => ({
      boxId: step.box_id,
      boxAlias: step.box_alias,
      boxCode: storageCode(step.box_id),
      tubes: step.tubes,
      kind: step.kind,
      from: describePlace(originOf(step), grids),
      to: describePlace(targetOf(step), grids),
      note: step.note,
      place: step.place,
      state: step.state,
      isChanged: step.is_changed,
      pickedUpAt: step.picked_up_at?.toISOString() ?? null,
      pickedUpBy: names.get(step.picked_up_by ?? '') ?? null,
      pickedUpById: step.picked_up_by,
      confirmedAt: step.confirmed_at?.toISOString() ?? null,
      confirmedBy: names.get(step.confirmed_by ?? '') ?? null,
      secondsOut: secondsOut(step),
    }))
}

function secondsOut({ picked_up_at, confirmed_at }: StepRow): number | null {
  if (!picked_up_at || !confirmed_at) return null
  return Math.max(0, Math.round((confirmed_at.getTime() - picked_up_at.getTime()) / 1000))
}
