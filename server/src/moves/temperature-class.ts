import { frozenAtMostC } from '@lims/contract/custody.ts'

/** Upper bounds (°C) of the classes of storage, from the coldest: vapour of nitrogen, −80, −20, refrigerator, room. */
const classesAtMostC = [-130, frozenAtMostC, -10, 15, Number.POSITIVE_INFINITY]
/** What is frozen may go where it is colder; what is not must not freeze. */
const warmestFrozenClass = 2

const classOf = (temperatureC: number): number => classesAtMostC.findIndex((atMost) => temperatureC <= atMost)

/**
 * Returns how well a target suits what is stored at `sourceC` (°C, undefined if unknown): 0 for the same class, more
 * for each colder class; undefined if it must not go there.
 */
export function temperatureFit(
  sourceC: number | undefined,
  targetC: number | undefined,
  allowUnknown: boolean,
): number | undefined {
  if (sourceC === undefined && targetC === undefined) return 0
  if (sourceC === undefined || targetC === undefined) return allowUnknown ? classesAtMostC.length : undefined
  const [source, target] = [classOf(sourceC), classOf(targetC)]
  if (source === target) return 0
  return source <= warmestFrozenClass && target < source ? source - target : undefined
}
