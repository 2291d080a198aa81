export const pathSeparator = ' › '

/** Returns names and a cell label as one path, root first: 'Freezer 1 › Rack A › B4'. Leaves empty parts out. */
export const joinPath = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(pathSeparator)
