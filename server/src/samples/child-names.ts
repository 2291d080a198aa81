/** PARENT-TYPE-n, n running on from `from`. */
export function childNames(
  parent: string,
  type: string,
  { from, count }: { from: number; count: number },
): string[] {
  const short = type === 'UNKNOWN_SAMPLE_TYPE' ? 'UNKNOWN' : type
  return Array.from({ length: count }, (_, index) => `${parent}-${short}-${from + index}`)
}
