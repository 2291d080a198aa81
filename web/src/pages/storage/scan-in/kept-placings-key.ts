/** What the keys of all scans of a person into boxes begin with. */
export const keptPlacingsPrefix = (owner: string | undefined): string =>
  `lims.unsent.scan-in.${owner ?? 'nobody'}.`

/** Where the scans of a person into one box that have no reply yet are kept in the browser. */
export const keptPlacingsKey = (owner: string | undefined, storageId: number): string =>
  `${keptPlacingsPrefix(owner)}${storageId}`

/** How many of a person's scans these keys hold, by the id of the box. */
export function countByBox(keys: readonly string[], owner: string): Map<number, number> {
  const counts = new Map<number, number>()
  for (const key of keys) {
    const [, box] = /^(\d{1,15})\.[^.]+$/.exec(key.slice(keptPlacingsPrefix(owner).length)) ?? []
    if (box) counts.set(Number(box), (counts.get(Number(box)) ?? 0) + 1)
  }
  return counts
}
