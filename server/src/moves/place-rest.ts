import { createBoxRooms, type PlanBox, type PlannedMove } from './box-rooms.ts'

type MergeOptions = {
  targetBoxes: readonly PlanBox[]
  openFreezers: Set<number>
  allowUnknownTemperature: boolean
}

/**
 * Merges boxes without a place into other boxes, all tubes of a box into one, behind freezers that are open anyway
 * where possible.
 */
export function* mergeRest(
  boxes: readonly PlanBox[],
  places: ReadonlyMap<number, PlannedMove>,
  { targetBoxes, openFreezers, allowUnknownTemperature }: MergeOptions,
): Generator<PlannedMove> {
  const rooms = createBoxRooms(targetBoxes, {
    groupsOf: ({ freezerId }) => (openFreezers.has(freezerId) ? ['open', 'any'] : ['any']),
    allowUnknownTemperature,
  })
  const byFreezer = Map.groupBy(targetBoxes, ({ freezerId }) => freezerId)
  for (const box of boxes.filter(({ id, tubes }) => tubes > 0 && !places.has(id))) {
    const target = rooms.find(box, ['open', 'any'])
    if (!target) continue
    if (!openFreezers.has(target.freezerId)) {
      openFreezers.add(target.freezerId)
      for (const opened of byFreezer.get(target.freezerId) ?? []) rooms.join(opened, 'open')
    }
    rooms.fill(target, box.tubes)
    yield { boxId: box.id, kind: 'tubes', to: { storageId: target.id } }
  }
}
