import {
  AcceptableResult,
  type ShownDifference,
  type StockTakeCounts,
  type StockTakeDifference,
} from '@lims/contract/stock-takes.ts'

/** The differences that are to be accepted: all of some kinds, and single ones of the others by their `keyOf`. */
export type Choice = { results: readonly AcceptableResult[]; single: ReadonlySet<string> }

export const emptyChoice: Choice = { results: [], single: new Set() }

type Difference = Pick<StockTakeDifference, 'id' | 'result' | 'foundPlace' | 'isChangedSince'>

/** A difference with another result or place, after somebody has scanned the tube again, is another choice. */
const keyOf = ({ id, result, foundPlace }: Difference): string => JSON.stringify([id, result, foundPlace])

/** The kind of a difference that can be accepted; undefined for an unknown code. */
const kindOf = ({ result }: Difference): AcceptableResult | undefined =>
  AcceptableResult.safeParse(result).data

/** A tube that has changed since it was judged is not applied. */
export const isAcceptable = (difference: Difference): boolean =>
  kindOf(difference) !== undefined && !difference.isChangedSince

export function isChosen({ results, single }: Choice, difference: Difference): boolean {
  const kind = kindOf(difference)
  return (
    isAcceptable(difference) &&
    ((kind !== undefined && results.includes(kind)) || single.has(keyOf(difference)))
  )
}

/** Returns the chosen differences as they are shown, also those of a kind of which all are chosen. */
export const shownChoice = (choice: Choice, differences: readonly Difference[]): ShownDifference[] =>
  differences.flatMap((difference) => {
    const result = kindOf(difference)
    const { id, foundPlace } = difference
    return result && isChosen(choice, difference) ? [{ id, result, foundPlace }] : []
  })

/** Returns a choice without the single differences that are gone, have changed or are not applied any more. */
export function withoutChanged({ results, single }: Choice, differences: readonly Difference[]): Choice {
  const shown = new Set(differences.filter(isAcceptable).map(keyOf))
  return { results, single: new Set([...single].filter((key) => shown.has(key))) }
}

export const toggleResult = ({ results, single }: Choice, result: AcceptableResult): Choice => ({
  single,
  results: results.includes(result) ? results.filter((one) => one !== result) : [...results, result],
})

/**
 * Toggles one difference. If its whole kind was chosen, the others of that kind in `all` are now chosen one by one.
 * Does nothing then while `all` is empty (not all are loaded).
 */
export function toggleDifference(choice: Choice, difference: Difference, all: readonly Difference[]): Choice {
  const kind = kindOf(difference)
  if (kind === undefined) return choice
  const single = new Set(choice.single)
  if (!choice.results.includes(kind)) {
    if (!single.delete(keyOf(difference))) single.add(keyOf(difference))
    return { ...choice, single }
  }
  if (all.length === 0) return choice
  for (const one of all) if (one.result === kind) single.add(keyOf(one))
  single.delete(keyOf(difference))
  return { results: choice.results.filter((one) => one !== kind), single }
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
