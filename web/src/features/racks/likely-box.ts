import type { RackEntry } from '@lims/contract/rack-scan.ts'
import { withoutCell } from '../../entities/storage/path-text.ts'

type LikelyBox = {
  storageId: number
  /** Aliases from the root to the box. */
  path: string
  /** Tubes of the file that are registered in it, and all that are known. */
  tubes: number
  known: number
}

/**
 * Returns the box whose file this probably is, if it is not the chosen one: more than half of the known tubes are
 * registered in it, and none in the chosen one.
 */
export function findLikelyBox(
  entries: readonly Pick<RackEntry, 'state' | 'sample' | 'from'>[],
  chosenId: number,
): LikelyBox | undefined {
  const known = entries.filter(({ sample }) => sample)
  if (known.some(({ state, from }) => state === 'same' || from?.storageId === chosenId)) return undefined
  const tubesIn = Map.groupBy(
    known.flatMap(({ from }) => (from ? [from] : [])),
    ({ storageId }) => storageId,
  )
  for (const [storageId, [first, ...others]] of tubesIn) {
    const tubes = 1 + others.length
    if (first && tubes > 1 && tubes * 2 > known.length)
      return { storageId, path: withoutCell(first.path, first.position), tubes, known: known.length }
  }
  return undefined
}
