import { createFreeCellIndex, type PlanBox, type PlannedMove } from './free-cell-index.ts'
import { temperatureFit } from './temperature-class.ts'

type RestOptions = {
  targetBoxes: readonly PlanBox[]
  openFreezers: ReadonlySet<number>
  allowUnknownTemperature: boolean
  /** °C, by the id of the storages whose cells were planned. */
  temperatures: ReadonlyMap<number, number | undefined>
}

type Places = Map<number, PlannedMove>

/**
 * Finds places for boxes with tubes that got no cell, and returns the places of all boxes: their tubes are merged into
 * another box, or they take the cell of an empty box, or of one whose tubes are merged instead.
 */
export function placeRest(boxes: readonly PlanBox[], places: Places, options: RestOptions): Places {
  const { temperatures, allowUnknownTemperature } = options
  // The cells of empty boxes first: no tube is taken out of its box for these.
  const whole = new Map(places)
  takeCells(boxes, boxes, { places: whole, temperatures, allowUnknownTemperature })
  // The fullest first leaves the least room unused; where not all fit, the emptiest first may leave out fewer boxes.
  const fullest = mergeInOrder(fullestFirst, boxes, whole, options)
  if (listRest(boxes, fullest).length === 0 || options.targetBoxes.length === 0) return fullest
  const emptiest = mergeInOrder(emptiestFirst, boxes, whole, options)
  return listRest(boxes, emptiest).length < listRest(boxes, fullest).length ? emptiest : fullest
}

function mergeInOrder(
  order: Order,
  boxes: readonly PlanBox[],
  before: Places,
  { targetBoxes, openFreezers, allowUnknownTemperature, temperatures }: RestOptions,
): Places {
  const places = new Map(before)
  const merge = createMerge(targetBoxes, { openFreezers: new Set(openFreezers), allowUnknownTemperature })
  for (const box of listRest(boxes, places).sort(coldestFirst(order))) {
    const move = merge(box)
    if (move) places.set(box.id, move)
  }
  takeCells(boxes, boxes, { places, temperatures, merge, allowUnknownTemperature })
  return places
}

const listRest = (boxes: readonly PlanBox[], places: ReadonlyMap<number, PlannedMove>) =>
  boxes.filter(({ id, tubes }) => tubes > 0 && !places.has(id))

type Order = (one: PlanBox, other: PlanBox) => number
const fullestFirst: Order = (one, other) => other.tubes - one.tubes
const emptiestFirst: Order = (one, other) => one.tubes - other.tubes
const coldestFirst =
  (then: Order): Order =>
  (one, other) =>
    (one.temperatureC ?? 1000) - (other.temperatureC ?? 1000) || then(one, other)

type Merge = (box: PlanBox) => PlannedMove | undefined

/** Merges all tubes of a box into one other, behind freezers that are open anyway where possible. */
function createMerge(
  targetBoxes: readonly PlanBox[],
  { openFreezers, allowUnknownTemperature }: { openFreezers: Set<number>; allowUnknownTemperature: boolean },
): Merge {
  const freeCellIndex = createFreeCellIndex(targetBoxes, {
    groupsOf: ({ freezerId }) => (openFreezers.has(freezerId) ? ['open', 'any'] : ['any']),
    allowUnknownTemperature,
  })
  const byFreezer = Map.groupBy(targetBoxes, ({ freezerId }) => freezerId)
  return (box) => {
    const target = freeCellIndex.find(box, ['open', 'any'])
    if (!target) return undefined
    if (!openFreezers.has(target.freezerId)) {
      openFreezers.add(target.freezerId)
      for (const opened of byFreezer.get(target.freezerId) ?? []) freeCellIndex.join(opened, 'open')
    }
    freeCellIndex.fill(target, box.tubes)
    return { boxId: box.id, kind: 'tubes', to: { storageId: target.id } }
  }
}

type Holding = { box: PlanBox; move: PlannedMove & { kind: 'box' }; targetC: number | undefined }
type TakeOptions = Pick<RestOptions, 'temperatures' | 'allowUnknownTemperature'> & {
  places: Places
  /** Omitted if boxes stay whole. */
  merge?: Merge
}

/**
 * Gives each box of a group that has tubes and no place the cell of another box, and changes `places`. It takes the
 * cells of the boxes with the fewest tubes: empty ones, or those whose tubes find room in another box. Of these cells,
 * a box gets the one that is closest to its temperature.
 */
export function takeCells(
  boxes: readonly PlanBox[],
  group: readonly PlanBox[],
  { places, temperatures, merge, allowUnknownTemperature }: TakeOptions,
) {
  const rest = listRest(group, places).sort(coldestFirst(fullestFirst))
  if (rest.length === 0) return
  const holding = boxes.flatMap((box): Holding[] => {
    const move = places.get(box.id)
    return move?.kind === 'box' && temperatures.has(move.to.storageId)
      ? [{ box, move, targetC: temperatures.get(move.to.storageId) }]
      : []
  })
  // Of each list the last one has the fewest tubes: where it finds no room, no other of its list does.
  const lists = new Set(
    Map.groupBy(holding.reverse(), ({ box, targetC }) => `${box.temperatureC} ${targetC}`).values(),
  )
  for (const list of lists) list.sort((one, other) => fullestFirst(one.box, other.box))
  for (const box of rest) {
    const suitable = [...lists].flatMap((list) => {
      const last = list.at(-1)
      if (!last) return []
      const fit = temperatureFit(box.temperatureC, last.targetC, allowUnknownTemperature)
      return fit === undefined ? [] : [{ list, last, fit }]
    })
    suitable.sort((one, other) => one.last.box.tubes - other.last.box.tubes || one.fit - other.fit)
    for (const { list, last } of suitable) {
      const merged = last.box.tubes > 0 ? merge?.(last.box) : undefined
      if (last.box.tubes > 0 && !merged) {
        lists.delete(list)
        continue
      }
      list.pop()
      if (merged) places.set(last.box.id, merged)
      else places.delete(last.box.id)
      places.set(box.id, { ...last.move, boxId: box.id })
      break
    }
  }
}
