import type { Cell } from '@lims/contract/positions.ts'
import { temperatureFit } from './temperature-class.ts'

/** A box to move. */
export type PlanBox = {
  id: number
  alias: string
  tubes: number
  /** Cells that are free in the box. */
  free: number
  /** The storage that holds it; undefined at the top level. */
  holderId: number | undefined
  freezerId: number
  /** °C; undefined if it is unknown. */
  temperatureC: number | undefined
}

/** Where a box goes whole, or its tubes. */
export type PlannedMove =
  | { boxId: number; kind: 'box'; to: { storageId: number } & Cell }
  | { boxId: number; kind: 'tubes'; to: { storageId: number } }

type Options = {
  /** The names of the groups in which a box is. */
  groupsOf: (box: PlanBox) => readonly string[]
  allowUnknownTemperature: boolean
}

type FreeCellIndex = {
  /**
   * Returns the box that takes all tubes of another: of the first group that has one, that with the closest
   * temperature, then with the least room, then the first. Where one of two temperatures is unknown only if no group
   * has another.
   */
  find: (box: PlanBox, groups: readonly string[]) => PlanBox | undefined
  /** Takes this many free cells of a box. */
  fill: (box: PlanBox, tubes: number) => void
  /** The box takes no tubes any more. */
  remove: (box: PlanBox) => void
  /** Puts a box into one more group. */
  join: (box: PlanBox, group: string) => void
}

/** The boxes of one group and temperature: by their free cells, in their order. */
type ByRoom = number[][]

/**
 * The free cells of boxes, in which a target is found without a look at each box. A box that is listed twice counts
 * once.
 */
export function createFreeCellIndex(
  listed: readonly PlanBox[],
  { groupsOf, allowUnknownTemperature }: Options,
): FreeCellIndex {
  const boxes = [...new Map(listed.map((box) => [box.id, box])).values()]
  const orderOf = new Map(boxes.map(({ id }, order) => [id, order]))
  const free = boxes.map((box) => box.free)
  const groups = new Map<string, Map<number | undefined, ByRoom>>()
  const lists = boxes.map((): ByRoom[] => [])

  function join(box: PlanBox, group: string) {
    const order = orderOf.get(box.id)
    if (order === undefined) return
    const byTemperature = groups.get(group) ?? new Map<number | undefined, ByRoom>()
    groups.set(group, byTemperature)
    const byRoom = byTemperature.get(box.temperatureC) ?? []
    byTemperature.set(box.temperatureC, byRoom)
    lists[order]?.push(byRoom)
    put(byRoom, free[order] ?? 0, order)
  }

  for (const box of boxes) for (const group of groupsOf(box)) join(box, group)

  function findIn(
    group: ReadonlyMap<number | undefined, ByRoom> | undefined,
    box: PlanBox,
    allowUnknown: boolean,
  ): number | undefined {
    let best: Found | undefined
    for (const [temperatureC, byRoom] of group ?? []) {
      const fit = temperatureFit(box.temperatureC, temperatureC, allowUnknown)
      if (fit === undefined || (best && fit > best.fit)) continue
      const found = findRoom(byRoom, box.tubes, orderOf.get(box.id))
      if (found && (!best || isBetter({ ...found, fit }, best))) best = { ...found, fit }
    }
    return best?.order
  }

  return {
    join,
    find: (box, names) => {
      for (const allowUnknown of allowUnknownTemperature ? [false, true] : [false]) {
        for (const name of names) {
          const order = findIn(groups.get(name), box, allowUnknown)
          if (order !== undefined) return boxes[order]
        }
      }
      return undefined
    },
    fill: ({ id }, tubes) => {
      const order = orderOf.get(id) ?? -1
      const room = free[order] ?? 0
      free[order] = room - tubes
      for (const byRoom of lists[order] ?? []) {
        take(byRoom, room, order)
        put(byRoom, room - tubes, order)
      }
    },
    remove: ({ id }) => {
      const order = orderOf.get(id) ?? -1
      for (const byRoom of lists[order] ?? []) take(byRoom, free[order] ?? 0, order)
      lists[order] = []
    },
  }
}

type Found = { order: number; room: number; fit: number }

const isBetter = (one: Found, other: Found): boolean =>
  one.fit !== other.fit
    ? one.fit < other.fit
    : one.room !== other.room
      ? one.room < other.room
      : one.order < other.order

/** Finds the box with the least room of at least `tubes` cells, except one. */
function findRoom(byRoom: ByRoom, tubes: number, except: number | undefined) {
  for (let room = tubes; room < byRoom.length; room += 1) {
    const order = byRoom[room]?.find((one) => one !== except)
    if (order !== undefined) return { order, room }
  }
  return undefined
}

function put(byRoom: ByRoom, room: number, order: number) {
  const orders = byRoom[room] ?? []
  byRoom[room] = orders
  orders.splice(indexIn(orders, order), 0, order)
}

function take(byRoom: ByRoom, room: number, order: number) {
  byRoom[room]?.splice(indexIn(byRoom[room], order), 1)
}

/** Returns the index of the first number that is not less, of numbers in ascending order. */
function indexIn(numbers: readonly number[], wanted: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
