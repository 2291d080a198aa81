import {
  AcceptableResult,
  type StockTakeCounts,
  type StockTakeDifference,
} from '@lims/contract/stock-takes.ts'

/** The differences that are to be accepted: all of some kinds, and single ones of the others. */
export type Choice = { results: readonly AcceptableResult[]; ids: ReadonlySet<number> }

export const emptyChoice: Choice = { results: [], ids: new Set() }

type Difference = Pick<StockTakeDifference, 'id' | 'result' | 'isChangedSince'>

/** The kind of a difference that can be accepted; undefined for an unknown code. */
const kindOf = ({ result }: Difference): AcceptableResult | undefined =>
  AcceptableResult.safeParse(result).data

/** A tube that has changed since it was judged is not applied. */
export const isAcceptable = (difference: Difference): boolean =>
  kindOf(difference) !== undefined && !difference.isChangedSince

export function isChosen({ results, ids }: Choice, difference: Difference): boolean {
  const kind = kindOf(difference)
  return (
    isAcceptable(difference) && ((kind !== undefined && results.includes(kind)) || ids.has(difference.id))
  )
}

export const toggleResult = ({ results, ids }: Choice, result: AcceptableResult): Choice => ({
  ids,
  results: results.includes(result) ? results.filter((one) => one !== result) : [...results, result],
})

/**
 * Chooses a difference or leaves it out. Left out of a kind of which all are chosen, the others in `all` stay chosen
 * one by one; `all` is empty while not all are known, and then nothing changes.
 */
export function toggleDifference(choice: Choice, difference: Difference, all: readonly Difference[]): Choice {
  const kind = kindOf(difference)
  if (kind === undefined) return choice
  const ids = new Set(choice.ids)
  if (!choice.results.includes(kind)) {
    if (!ids.delete(difference.id)) ids.add(difference.id)
    return { ...choice, ids }
  }
  if (all.length === 0) return choice
  for (const one of all) if (one.result === kind) ids.add(one.id)
  ids.delete(difference.id)
  return { results: choice.results.filter((one) => one !== kind), ids }
}

/** Number of chosen differences: of those that are not loaded, all of a chosen kind count. */
export function chosenIn(
  choice: Choice,
  differences: readonly Difference[],
  counts: StockTakeCounts,
): number {
  const shown = differences.filter((difference) => isChosen(choice, difference)).length
  const notLoaded = choice.results.reduce(
    (sum, result) => sum + counts[result] - differences.filter((one) => one.result === result).length,
    0,
  )
  return shown + Math.max(0, notLoaded)
}
