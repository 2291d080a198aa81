import { SampleType } from '@lims/contract/sample-type.ts'
import { childNames } from '../samples/child-names.ts'

type ChildCounts = Record<string, number>

/**
 * Returns the highest number per type among imported names of children, from which Create Children continues: after
 * 'NB-1-DNA-7' under 'NB-1' the next name is 'NB-1-DNA-8'.
 */
export function countsFromNames(parentName: string, children: readonly string[]): ChildCounts {
  const highest = SampleType.options.map((type) => [type, highestNumber(parentName, type, children)] as const)
  return Object.fromEntries(highest.filter(([, number]) => number > 0))
}

/** Returns the higher count of each type. */
export function higherCounts(one: ChildCounts, other: ChildCounts): ChildCounts {
  const types = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...types].map((type) => [type, Math.max(one[type] ?? 0, other[type] ?? 0)]))
}

function highestNumber(parentName: string, type: SampleType, children: readonly string[]): number {
  const prefix = childNames(parentName, type, { from: 0, count: 1 })[0]?.slice(0, -1) ?? ''
  return children
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((rest) => /^[1-9]\d{0,8}$/.test(rest))
    .reduce((highest, number) => Math.max(highest, Number(number)), 0)
}
