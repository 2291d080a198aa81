import { maxTextLength } from '@lims/contract/text.ts'

/**
 * Returns `count` names PARENT-TYPE-n, starting with n = `from`. Truncates a long parent name so that names keep to
 * `maxTextLength.name`.
 */
export function childNames(
  parent: string,
  type: string,
  { from, count }: { from: number; count: number },
): string[] {
  const shortType = type === 'UNKNOWN_SAMPLE_TYPE' ? 'UNKNOWN' : type
  return Array.from({ length: count }, (_, index) => {
    const suffix = `-${shortType}-${from + index}`
    return truncate(parent, maxTextLength.name - suffix.length) + suffix
  })
}

/** Never leaves half of a surrogate pair. */
const truncate = (text: string, maxLength: number) =>
  text
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
