/** Yields the items in their order, at most `size` at once, as a request takes no more. */
export function* inParts<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
