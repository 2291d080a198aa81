import { errorTexts } from '@lims/contract/errors.ts'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import { type MoveGoal, maxBoxesPerMove } from '@lims/contract/moves.ts'
import { type Cell, cellKey, freeCells } from '@lims/contract/positions.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { listNamesAbove } from '../samples/sample-place-queries.ts'
import { type Emptied, isEmptied, readEmptied, warningsOfEmptied } from './emptied-storages.ts'
import type { PlanBox, PlannedMove } from './free-cell-index.ts'
import { type Plan, type PlanHolder, planMerges, planMoves, type TubeMove } from './plan-moves.ts'
import { readTubeMoves } from './read-tube-moves.ts'
import { asStorageTree, idsInside, type StorageTree, takesBoxes } from './storage-tree.ts'
import { temperatureFit } from './temperature-class.ts'
import {
  listBoxesIn,
  listBusyBoxes,
  listHeldCells,
  listMovableBoxes,
  listTree,
  type MovableBox,
  type TreeNode,
} from './tree-queries.ts'

export type PlanRequest = {
  goal: MoveGoal
  sourceIds: readonly number[]
  /** For `free`: how many racks, shelves or drawers inside the sources. */
  racks?: number | undefined
  targetIds: readonly number[]
  merges: boolean
  belowPercent: number
  allowsUnknownTemperature: boolean
}

type PlaceOf = { storageId: number } & Cell

export type DraftStep = {
  boxId: number
  boxAlias: string
  tubes: number
  kind: 'box' | 'tubes'
  from: PlaceOf | null
  to: { storageId: number; row: number | null; column: number | null } | null
  /** °C, of the box; null if unknown. */
  temperatureC: number | null
  note: string
}

type PlanResult = {
  name: string
  /** The storages that are emptied: for `free` with a number of racks, the racks that were chosen. */
  sourceIds: number[]
  /** In the order of the walk, those without a place last. */
  steps: DraftStep[]
  /** Boxes that another open move holds, and that this one leaves alone. */
  busy: DraftStep[]
  tubes: TubeMove[]
  freezers: { storageId: number; alias: string; boxes: number }[]
  warnings: string[]
}

type PlanAgain = {
  /** The boxes to plan. */
  only: ReadonlySet<number>
  /** The cells of further boxes: those that are empty leave theirs to boxes with tubes that find no other. */
  places: ReadonlyMap<number, PlannedMove>
}

/**
 * Reads the storages and plans a move. With `again`, plans only boxes that the move holds already.
 * Throws `storage-not-found`, `move-empty`, or `move-too-large`.
 */
export async function readPlan(db: Db, request: PlanRequest, again?: PlanAgain): Promise<PlanResult> {
  const tree = asStorageTree(await listTree(db))
  const emptied = await readEmptied(db, tree)
  const { sourceIds, boxes: found } = again
    ? { sourceIds: [...request.sourceIds], boxes: await boxesOf(db, tree, again) }
    : await findSources(db, tree, emptied, request)
  const busyNames = new Map((await listBusyBoxes(db)).map(({ boxId, move }) => [boxId, move]))
  const wanted = again ? found : found.filter((box) => isMeant(box, request))
  const boxes = wanted.filter(({ id }) => again || !busyNames.has(id))
  const isFree = (box: MovableBox) => !busyNames.has(box.id) && !isEmptied(box, emptied)
  const context: PlanningContext = {
    db,
    tree,
    request,
    sourceIds,
    boxes: boxes.map((box) => asPlanBox(box, tree)),
    places: again?.places,
    emptied,
    isFree,
  }
  const plan = request.goal === 'consolidate' ? await planFewerBoxes(context) : await planEmptying(context)

  const byId = new Map(wanted.map((box) => [box.id, box]))
  const draft = (id: number, rest: Pick<DraftStep, 'kind' | 'to' | 'note'>) =>
    draftOf(byId.get(id), tree, rest)
  const busy = again ? [] : wanted.filter(({ id }) => busyNames.has(id))
  return {
    name: nameOf(request, await readPaths(db, sourceIds)),
    sourceIds,
    steps: [
      ...plan.moves.flatMap(({ boxId, kind, to }) => {
        const cell = 'row' in to ? to : { ...to, row: null, column: null }
        return draft(boxId, { kind, to: cell, note: '' })
      }),
      ...plan.notFitting.flatMap(({ boxId, reason }) =>
        draft(boxId, { kind: 'box', to: null, note: reason }),
      ),
    ],
    busy: busy.flatMap(({ id, alias }) =>
      draft(id, { kind: 'box', to: null, note: `${alias} is part of the open move '${busyNames.get(id)}'.` }),
    ),
    tubes: await readTubeMoves(db, plan),
    freezers: plan.freezers,
    warnings: [
      ...warningsOf(context, plan),
      ...(await warningsOfEmptied(db, wantedTargets(context, plan), emptied)),
    ],
  }
}

/** Lists the boxes to plan again, and the empty ones that have a cell. */
async function boxesOf(db: Db, tree: StorageTree, { only, places }: PlanAgain): Promise<MovableBox[]> {
  const boxes = await listMovableBoxes(db, [...only, ...places.keys()])
  return sortByHolder(
    tree,
    boxes.filter(({ id, tubes }) => only.has(id) || tubes === 0),
  )
}

const isMeant = ({ tubes, cells }: MovableBox, { goal, belowPercent }: PlanRequest) =>
  goal !== 'consolidate' || (tubes > 0 && tubes * 100 < belowPercent * cells)

function draftOf(
  box: MovableBox | undefined,
  tree: StorageTree,
  rest: Pick<DraftStep, 'kind' | 'to' | 'note'>,
): DraftStep[] {
  if (!box) return []
  const { id: boxId, alias: boxAlias, tubes, holderId, row, column } = box
  const from = holderId && row && column ? { storageId: holderId, row, column } : null
  const temperatureC = asPlanBox(box, tree).temperatureC ?? null
  return [{ boxId, boxAlias, tubes, from, temperatureC, ...rest }]
}

/** Finds the storages to empty and the boxes inside, in the order of the walk. */
async function findSources(
  db: Db,
  tree: StorageTree,
  emptied: Emptied,
  { goal, racks, ...request }: PlanRequest,
) {
  const known = await listMovableBoxes(db, request.sourceIds)
  const isKnown = new Set([...tree.nodes.keys(), ...known.map(({ id }) => id)])
  if (!request.sourceIds.every((id) => isKnown.has(id))) {
    throw new DomainError('storage-not-found', errorTexts.storageNotFound, 'storageIds')
  }
  const inside = await boxesInside(db, tree, request.sourceIds)
  const chosen = goal === 'free' && racks ? leastFilled(tree, inside, racks, emptied) : undefined
  const sourceIds = chosen ?? [...new Set(request.sourceIds)]
  const isInside = idsInside(tree, sourceIds)
  const boxes = [...inside.filter(({ holderId }) => holderId && isInside.has(holderId)), ...known]
  return { sourceIds, boxes: [...new Map(boxes.map((box) => [box.id, box])).values()] }
}

async function boxesInside(db: Db, tree: StorageTree, sourceIds: readonly number[]): Promise<MovableBox[]> {
  const inside = idsInside(tree, sourceIds)
  const boxes = await listBoxesIn(db, [...inside], maxBoxesPerMove + 1)
  if (boxes.length > maxBoxesPerMove) {
    const limit = formatNumber(maxBoxesPerMove)
    throw new DomainError('move-too-large', `A move has at most ${limit} boxes. Choose a smaller part.`)
  }
  return sortByHolder(tree, boxes)
}

/** Orders boxes by the storages that hold them; those of one storage keep their order. */
function sortByHolder({ nodes }: StorageTree, boxes: readonly MovableBox[]): MovableBox[] {
  const order = new Map([...nodes.keys()].map((id, index) => [id, index]))
  const orderOf = ({ holderId }: MovableBox) => order.get(holderId ?? 0) ?? 0
  return [...boxes].sort((one, other) => orderOf(one) - orderOf(other))
}

/**
 * Chooses the racks, shelves or drawers with the fewest boxes. Those that hold none already are left out, and as long
 * as there are others, those that an open move empties.
 */
function leastFilled(
  tree: StorageTree,
  boxes: readonly MovableBox[],
  racks: number,
  emptied: Emptied,
): number[] {
  const counts = Map.groupBy(boxes, ({ holderId }) => holderId ?? 0)
  const holders = [...counts].filter(([id]) => tree.nodes.get(id)?.type !== 'FREEZER')
  if (holders.length === 0) {
    throw new DomainError('move-empty', 'There is no rack, shelf or drawer with boxes to free here.')
  }
  const others = holders.filter(([id]) => !emptied.moveOf.has(id))
  return (others.length > 0 ? others : holders)
    .sort(([, one], [, other]) => one.length - other.length)
    .slice(0, racks)
    .map(([id]) => id)
}

const asPlanBox = (
  { id, alias, cells, tubes, holderId, temperatureC, lastPlaceC, plannedC }: MovableBox,
  { nodes }: StorageTree,
): PlanBox => {
  const holder = nodes.get(holderId ?? 0)
  // A new setting of the freezer that it leaves, such as one that is dead, has not warmed it.
  const around = [plannedC, lastPlaceC ?? holder?.temperatureC].filter(
    (celsius) => typeof celsius === 'number',
  )
  return {
    id,
    alias,
    tubes,
    free: cells - tubes,
    holderId: holderId ?? undefined,
    freezerId: holder?.freezerId ?? id,
    temperatureC: temperatureC ?? (around.length > 0 ? Math.min(...around) : undefined),
  }
}

type PlanningContext = {
  db: Db
  tree: StorageTree
  request: PlanRequest
  sourceIds: readonly number[]
  boxes: PlanBox[]
  /** The cells that some of them have already. */
  places: ReadonlyMap<number, PlannedMove> | undefined
  emptied: Emptied
  /** Whether a box may take tubes: no open move needs it, or empties what it is in. */
  isFree: (box: MovableBox) => boolean
}
type PlanWithFreezers = Plan & {
  freezers: PlanResult['freezers']
  temperatures: Map<number, number | undefined>
}

async function planEmptying({
  db,
  tree,
  request,
  sourceIds,
  boxes,
  places = new Map(),
  emptied,
  isFree,
}: PlanningContext): Promise<PlanWithFreezers> {
  const own = idsInside(tree, sourceIds)
  const isTarget = request.targetIds.length > 0 ? idsInside(tree, request.targetIds) : undefined
  const reachable = [...tree.nodes.values()].filter(
    ({ id }) => !own.has(id) && !emptied.moveOf.has(id) && (isTarget?.has(id) ?? true),
  )
  const holders = await readHolders(
    db,
    reachable.filter((node) => takesBoxes(tree, node)),
  )
  const input = { boxes, holders, places, allowUnknownTemperature: request.allowsUnknownTemperature }
  const whole = planMoves({ ...input, targetBoxes: [] })
  if (!request.merges || whole.notFitting.length === 0) return withFreezers(whole, tree, holders)
  const others = await listBoxesIn(
    db,
    reachable.map(({ id }) => id),
    maxTargetBoxes,
  )
  const targetBoxes = others
    .filter((box) => isFree(box) && box.tubes < box.cells && !sourceIds.includes(box.id))
    .map((box) => asPlanBox(box, tree))
  return withFreezers(planMoves({ ...input, targetBoxes }), tree, [...holders, ...targetBoxes])
}

/** More boxes than this are not looked at for free cells. */
const maxTargetBoxes = 100_000

async function readHolders(db: Db, nodes: readonly TreeNode[]): Promise<PlanHolder[]> {
  const taken = Map.groupBy(
    await listHeldCells(
      db,
      nodes.map(({ id }) => id),
    ),
    ({ storageId }) => storageId,
  )
  return nodes.map(({ id, freezerId, temperatureC, numberRows, numberColumns }) => {
    const held = taken.get(id) ?? []
    const isTaken = new Set(held.map(cellKey))
    return {
      id,
      freezerId,
      temperatureC: temperatureC ?? undefined,
      freeCells: [...freeCells({ numberRows, numberColumns }, isTaken)],
      names: new Set(held.map(({ alias }) => alias.toLowerCase())),
    }
  })
}

async function planFewerBoxes({
  db,
  tree,
  request,
  sourceIds,
  boxes: own,
  emptied,
  isFree,
}: PlanningContext): Promise<PlanWithFreezers> {
  const boxes = own.map((box) => (isEmptied(box, emptied) ? { ...box, free: 0 } : box))
  // Boxes of the sources that are filled beyond the limit, or are to keep their tubes, may take those of others.
  const targetIds = [...sourceIds, ...request.targetIds]
  const isOwn = new Set(boxes.map(({ id }) => id))
  const listed = [
    ...(await listBoxesIn(db, [...idsInside(tree, targetIds)], maxTargetBoxes)),
    ...(await listMovableBoxes(db, targetIds)),
  ]
  const others = listed
    .filter((box) => isFree(box) && !isOwn.has(box.id) && box.tubes > 0 && box.tubes < box.cells)
    .map((box) => asPlanBox(box, tree))
  const plan = planMerges({ boxes, others, allowUnknownTemperature: request.allowsUnknownTemperature })
  return withFreezers(plan, tree, [...boxes, ...others])
}

type Target = { id: number; freezerId: number; temperatureC: number | undefined }

function withFreezers(plan: Plan, { nodes }: StorageTree, targets: readonly Target[]): PlanWithFreezers {
  const byId = new Map(targets.map((target) => [target.id, target]))
  const freezers = new Map<number, number>()
  for (const { to } of plan.moves) {
    const freezerId = byId.get(to.storageId)?.freezerId ?? 0
    freezers.set(freezerId, (freezers.get(freezerId) ?? 0) + 1)
  }
  return {
    ...plan,
    freezers: [...freezers].map(([storageId, boxes]) => ({
      storageId,
      alias: nodes.get(storageId)?.alias ?? 'Top level',
      boxes,
    })),
    temperatures: new Map(targets.map(({ id, temperatureC }) => [id, temperatureC])),
  }
}

/** Returns the paths of storages: each freezer has a Rack A. */
async function readPaths(db: Db, ids: readonly number[]): Promise<string[]> {
  const names = await listNamesAbove(db, ids)
  return ids.map((id) => joinPath(names.get(id) ?? [`storage ${id}`]))
}

const verbs: Record<MoveGoal, string> = { evacuate: 'Evacuate', free: 'Free', consolidate: 'Consolidate' }

const nameOf = ({ goal }: PlanRequest, names: readonly string[]) =>
  `${verbs[goal]} ${joinTexts(names, { max: 3 })}`

/**
 * Returns the chosen target storages; without a choice, the storages that open moves empty and that a box without a
 * place would need.
 */
function wantedTargets(
  { tree, request, sourceIds, boxes, emptied }: PlanningContext,
  { notFitting }: Plan,
): readonly number[] {
  if (request.targetIds.length > 0) return request.targetIds
  if (request.goal === 'consolidate') return []
  const own = idsInside(tree, sourceIds)
  const isLeft = new Set(notFitting.map(({ boxId }) => boxId))
  const temperatures = new Set(boxes.filter(({ id }) => isLeft.has(id)).map((box) => box.temperatureC))
  const suits = (target: number | undefined) =>
    [...temperatures].some(
      (source) => temperatureFit(source, target, request.allowsUnknownTemperature) !== undefined,
    )
  // Parts of a storage may have a temperature of their own.
  const hasPartThatSuits = (id: number) =>
    [...idsInside(tree, [id])].some((part) => suits(tree.nodes.get(part)?.temperatureC ?? undefined))
  return emptied.roots.filter((id) => !own.has(id) && hasPartThatSuits(id))
}

function warningsOf({ boxes, request }: PlanningContext, plan: PlanWithFreezers): string[] {
  const byId = new Map(boxes.map((box) => [box.id, box]))
  const unsure = plan.moves.filter(({ boxId, to }) => {
    const source = byId.get(boxId)?.temperatureC
    return (source === undefined) !== (plan.temperatures.get(to.storageId) === undefined)
  })
  const unknown = boxes.filter(({ temperatureC }) => temperatureC === undefined).length
  return [
    ...(unknown > 0 && !request.allowsUnknownTemperature
      ? [
          `The temperature of ${formatCount(unknown, 'box', 'boxes')} is unknown: they go only where it is unknown too. Give the freezer its nominal temperature, or allow unknown temperatures.`,
        ]
      : []),
    ...(unsure.length > 0
      ? [
          `${formatCount(unsure.length, 'box goes', 'boxes go')} where one of the two temperatures is unknown.`,
        ]
      : []),
  ]
}
