import { formatCelsius } from '@lims/contract/format-celsius.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { type Cell, cellKey, freeCells } from '@lims/contract/positions.ts'
import { createFreeCellIndex, type PlanBox, type PlannedMove } from './free-cell-index.ts'
import { placeRest, takeCells } from './place-rest.ts'
import { temperatureFit } from './temperature-class.ts'

/** A storage that may take boxes, and its free cells in the order in which they are filled. */
export type PlanHolder = {
  id: number
  freezerId: number
  temperatureC: number | undefined
  freeCells: readonly Cell[]
  /** Names of what it holds, in lower case. */
  names: ReadonlySet<string>
}

type NotFitting = { boxId: number; reason: string }
export type Plan = { moves: PlannedMove[]; notFitting: NotFitting[] }

type PlanInput = {
  /** In the order in which a person walks past them. */
  boxes: readonly PlanBox[]
  /** In the order in which a person walks past them. None of them is emptied by this move. */
  holders: readonly PlanHolder[]
  /** Boxes that may take the tubes of boxes for which no cell is free; empty if boxes stay whole. */
  targetBoxes: readonly PlanBox[]
  /** Cells that empty ones of the boxes have already: only boxes with tubes that find no other take them. */
  places?: ReadonlyMap<number, PlannedMove>
  allowUnknownTemperature: boolean
}

type OpenHolder = PlanHolder & { next: number; added: Set<string> }

const freeIn = ({ freeCells, next }: OpenHolder) => freeCells.length - next

/**
 * Plans where boxes go: whole, those of one rack together where they find room, in as few freezers as possible, and
 * nowhere warmer. Cells where one of two temperatures is unknown take only what finds none of a known one. Each box is
 * in `moves` or in `notFitting`, and no cell is used twice.
 */
export function planMoves({
  boxes,
  holders,
  targetBoxes,
  places: had,
  allowUnknownTemperature,
}: PlanInput): Plan {
  const open = holders.map((holder) => ({ ...holder, next: 0, added: new Set<string>() }))
  const openFreezers = new Set(boxes.map(({ freezerId }) => freezerId))
  const placed = new Map(had)
  const temperatures = new Map(holders.map(({ id, temperatureC }) => [id, temperatureC]))
  // Boxes of unknown temperature last: where unknown temperatures are allowed, every cell suits them.
  for (const isKnown of [true, false]) {
    const group = boxes.filter(({ temperatureC }) => (temperatureC !== undefined) === isKnown)
    const planning = { open, openFreezers, places: placed }
    placeInCells(group, { ...planning, allowUnknownTemperature: false })
    takeCells(boxes, group, { places: placed, temperatures, allowUnknownTemperature: false })
    placeInCells(group, { ...planning, allowUnknownTemperature })
  }
  const places = placeRest(boxes, placed, {
    targetBoxes,
    openFreezers,
    allowUnknownTemperature,
    temperatures,
  })
  // Boxes with tubes may have taken the cells of empty ones.
  const empty = boxes.filter(({ tubes }) => tubes === 0)
  placeInCells(empty, { open, openFreezers, places, allowUnknownTemperature })
  const hasUnknown = open.some((holder) => holder.temperatureC === undefined && freeIn(holder) > 0)
  return {
    moves: movesInWalkOrder(boxes, places, [...holders, ...targetBoxes]),
    notFitting: boxes
      .filter(({ id }) => !places.has(id))
      .map((box) => ({ boxId: box.id, reason: whyNotFitting(box, hasUnknown && !allowUnknownTemperature) })),
  }
}

type CellOptions = {
  open: readonly OpenHolder[]
  openFreezers: Set<number>
  places: Map<number, PlannedMove>
  allowUnknownTemperature: boolean
}

/** Gives free cells to the boxes that have no place, and adds them to `places`. */
function placeInCells(
  boxes: readonly PlanBox[],
  { open, openFreezers, places, allowUnknownTemperature }: CellOptions,
) {
  const rest = boxes.filter(({ id }) => !places.has(id))
  const byTemperature = Map.groupBy(rest, ({ temperatureC }) => temperatureC)
  // The coldest first: fewest storages suit them.
  const temperatures = [...byTemperature.keys()].sort((one, other) => (one ?? 1000) - (other ?? 1000))
  for (const temperatureC of temperatures) {
    const group = byTemperature.get(temperatureC) ?? []
    const suitable = open.flatMap((holder) => {
      const fit = temperatureFit(temperatureC, holder.temperatureC, allowUnknownTemperature)
      return fit !== undefined && freeIn(holder) > 0 ? [{ holder, fit }] : []
    })
    openFreezersFor(group.length, suitable, openFreezers)
    const reachable = suitable.filter(({ holder }) => openFreezers.has(holder.freezerId))
    for (const move of placeGroups(group, reachable)) places.set(move.boxId, move)
  }
}

type Suitable = { holder: OpenHolder; fit: number }

/**
 * Opens the fewest further freezers whose free cells take this many boxes: of several, the one with the closest
 * temperature and the least room to spare.
 */
function openFreezersFor(boxes: number, suitable: readonly Suitable[], openFreezers: Set<number>) {
  const freezers = new Map<number, { room: number; fit: number }>()
  for (const { holder, fit } of suitable) {
    const freezer = freezers.get(holder.freezerId) ?? { room: 0, fit }
    freezers.set(holder.freezerId, { room: freezer.room + freeIn(holder), fit: Math.min(freezer.fit, fit) })
  }
  let missing = boxes
  for (const freezerId of openFreezers) missing -= freezers.get(freezerId)?.room ?? 0
  const closed = [...freezers].filter(([freezerId]) => !openFreezers.has(freezerId))
  closed.sort(([, one], [, other]) => other.room - one.room)
  while (missing > 0 && closed.length > 0) {
    const enough = closed.filter(([, { room }]) => room >= missing)
    const [chosen] =
      enough.length > 0
        ? enough.sort(([, one], [, other]) => one.fit - other.fit || one.room - other.room)
        : closed
    if (!chosen) return
    openFreezers.add(chosen[0])
    missing -= chosen[1].room
    closed.splice(closed.indexOf(chosen), 1)
  }
}

/** Keeps the boxes of one storage together, the largest groups first; a group that fits nowhere is divided. */
function* placeGroups(boxes: readonly PlanBox[], reachable: readonly Suitable[]): Generator<PlannedMove> {
  const groups = [...Map.groupBy(boxes, ({ id, holderId }) => holderId ?? id).values()]
  groups.sort((one, other) => other.length - one.length)
  for (const group of groups) {
    let rest = group
    while (rest.length > 0) {
      const holder = bestHolder(rest, reachable)
      if (!holder) break
      const placed = rest.slice(0, freeIn(holder))
      for (const { id, alias } of placed) {
        const cell = holder.freeCells[holder.next]
        if (!cell) break
        holder.next += 1
        holder.added.add(alias.toLowerCase())
        yield { boxId: id, kind: 'box', to: { storageId: holder.id, ...cell } }
      }
      rest = rest.slice(placed.length)
    }
  }
}

/**
 * The storage with the fewest boxes of the same names, the closest temperature and the least room to spare; if none
 * takes the whole group, the one with the most room.
 */
function bestHolder(group: readonly PlanBox[], reachable: readonly Suitable[]): OpenHolder | undefined {
  const best = cheapest(reachable, ({ holder, fit }) => {
    const free = freeIn(holder)
    if (free === 0) return undefined
    return free >= group.length ? [0, countSameNames(group, holder), fit, free] : [1, -free, fit, 0]
  })
  return best?.holder
}

function countSameNames(group: readonly PlanBox[], { names, added }: OpenHolder): number {
  if (names.size === 0 && added.size === 0) return 0
  return group.filter(({ alias }) => names.has(alias.toLowerCase()) || added.has(alias.toLowerCase())).length
}

/**
 * Returns the first candidate with the least cost. Costs are compared number by number; those without a cost are left
 * out.
 */
function cheapest<T>(
  candidates: readonly T[],
  costOf: (candidate: T) => readonly number[] | undefined,
): T | undefined {
  let best: { candidate: T; cost: readonly number[] } | undefined
  for (const candidate of candidates) {
    const cost = costOf(candidate)
    if (cost && (!best || isLess(cost, best.cost))) best = { candidate, cost }
  }
  return best?.candidate
}

const isLess = (one: readonly number[], other: readonly number[]): boolean => {
  const index = one.findIndex((value, at) => value !== other[at])
  return index >= 0 && (one[index] ?? 0) < (other[index] ?? 0)
}

/** Sorts by target freezer, then by the place of the box at its source. */
function movesInWalkOrder(
  boxes: readonly PlanBox[],
  places: ReadonlyMap<number, PlannedMove>,
  targets: readonly { id: number; freezerId: number }[],
): PlannedMove[] {
  const freezerOf = new Map(targets.map(({ id, freezerId }) => [id, freezerId]))
  const freezers = [...new Set(targets.map(({ freezerId }) => freezerId))]
  const orderOfFreezer = new Map(freezers.map((freezerId, order) => [freezerId, order]))
  const moves = boxes.flatMap(({ id }) => places.get(id) ?? [])
  const orderOf = ({ to }: PlannedMove) => orderOfFreezer.get(freezerOf.get(to.storageId) ?? 0) ?? 0
  return moves.sort((one, other) => orderOf(one) - orderOf(other))
}

const choice = 'It stays last; choose a place or leave it.'

function whyNotFitting({ alias, tubes, temperatureC }: PlanBox, leavesUnknownOut: boolean): string {
  if (tubes === 0) return `${alias} is empty, and no cell is free for it. It stays last; leave it.`
  const where =
    temperatureC === undefined ? 'where the temperature is unknown too' : `at ${formatCelsius(temperatureC)}`
  const leftOut =
    temperatureC !== undefined && leavesUnknownOut ? ' Cells of unknown temperature are left out.' : ''
  return `${alias} does not fit anywhere ${where}.${leftOut} ${choice}`
}

/**
 * Plans which boxes are merged into which others, so that fewer are left: the emptiest go into the fullest that take
 * all their tubes, of the same rack and freezer where possible. `others` only receive. Boxes that receive tubes stay,
 * and are neither in `moves` nor in `notFitting`.
 */
export function planMerges({
  boxes,
  others,
  allowUnknownTemperature,
}: {
  boxes: readonly PlanBox[]
  others: readonly PlanBox[]
  allowUnknownTemperature: boolean
}): Plan {
  const receivers = new Set<number>()
  const places = new Map<number, PlannedMove>()
  const emptiestFirst = boxes.filter(({ tubes }) => tubes > 0).sort((one, other) => one.tubes - other.tubes)
  const nearestFirst = ({ freezerId, holderId }: PlanBox) => [
    `rack ${holderId} of freezer ${freezerId}`,
    `freezer ${freezerId}`,
    `rack ${holderId}`,
    'any',
  ]
  const freeCellIndex = createFreeCellIndex([...others, ...emptiestFirst.toReversed()], {
    groupsOf: nearestFirst,
    allowUnknownTemperature,
  })
  for (const box of emptiestFirst) {
    if (receivers.has(box.id)) continue
    const target = freeCellIndex.find(box, nearestFirst(box))
    if (!target) continue
    receivers.add(target.id)
    freeCellIndex.fill(target, box.tubes)
    freeCellIndex.remove(box)
    places.set(box.id, { boxId: box.id, kind: 'tubes', to: { storageId: target.id } })
  }
  return {
    moves: movesInWalkOrder(boxes, places, [...boxes, ...others]),
    notFitting: boxes
      .filter(({ id, tubes }) => tubes > 0 && !places.has(id) && !receivers.has(id))
      .map(({ id, alias, tubes }) => ({
        boxId: id,
        reason: `${alias} stays as it is: no other box with tubes has room for its ${formatCount(tubes, 'tube')}.`,
      })),
  }
}

export type MergeContents = {
  numberRows: number
  numberColumns: number
  /** Tubes in their order, row by row. */
  tubes: readonly ({ sampleId: string } & Cell)[]
}
export type TubeMove = { boxId: number; sampleId: string; storageId: number; from: Cell; to: Cell }

/**
 * Gives each tube of the merged boxes a free cell of its new box, row by row, box after box. A tube keeps its cell of
 * `former`, by the id of the sample, where that is still free: a person may be reading the list. Leaves out tubes for
 * which there is no cell, as somebody has filled the box since it was chosen: their box counts as stale then, and is
 * planned again.
 */
export function assignTubeCells(
  moves: readonly PlannedMove[],
  contents: ReadonlyMap<number, MergeContents>,
  former: ReadonlyMap<string, { storageId: number } & Cell> = new Map(),
): TubeMove[] {
  const merges = moves.flatMap(({ boxId, kind, to: { storageId } }) => {
    const target = contents.get(storageId)
    return kind === 'tubes' && target
      ? [{ boxId, storageId, target, tubes: contents.get(boxId)?.tubes ?? [] }]
      : []
  })
  const taken = new Map(
    merges.map(({ storageId, target }) => [storageId, new Set(target.tubes.map(cellKey))] as const),
  )
  const kept = new Map<string, Cell>()
  for (const { storageId, target, tubes } of merges) {
    for (const { sampleId } of tubes) {
      const cell = former.get(sampleId)
      const isFree = cell?.storageId === storageId && isInside(cell, target)
      if (!isFree || taken.get(storageId)?.has(cellKey(cell))) continue
      taken.get(storageId)?.add(cellKey(cell))
      kept.set(sampleId, { row: cell.row, column: cell.column })
    }
  }
  const cellsOfBox = new Map(
    merges.map(
      ({ storageId, target }) => [storageId, freeCells(target, taken.get(storageId) ?? new Set())] as const,
    ),
  )
  return merges.flatMap(({ boxId, storageId, tubes }) =>
    tubes.flatMap(({ sampleId, row, column }) => {
      const to = kept.get(sampleId) ?? cellsOfBox.get(storageId)?.next().value
      return to ? [{ boxId, sampleId, storageId, from: { row, column }, to }] : []
    }),
  )
}

const isInside = ({ row, column }: Cell, { numberRows, numberColumns }: MergeContents) =>
  row <= numberRows && column <= numberColumns
