import { maxTextLength } from '@lims/contract/text.ts'

/** PARENT-TYPE-n, n running on from `from`. A long name of the parent is cut, so that the child's is within bounds. */
export function childNames(
  parent: string,
  type: string,
  { from, count }: { from: number; count: number },
): string[] {
  const short = type === 'UNKNOWN_SAMPLE_TYPE' ? 'UNKNOWN' : type
  return Array.from({ length: count }, (_, index) => {
    const ending = `-${short}-${from + index}`
    return truncate(parent, maxTextLength.name - ending.length) + ending
  })
}

/** Half of a pair of surrogates is no character. */
const truncate = (text: string, maxLength: number) =>
  text.length <= maxLength
    ? text
    : text
        .slice(0, maxLength)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()
