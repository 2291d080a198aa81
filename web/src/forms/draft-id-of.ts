/**
 * Returns the part of a draft's name that stands for its records, see `KeptInput`: the id of one, the number of several.
 * Names of records may repeat.
 */
export const draftIdOf = (ids: readonly string[]): string =>
  ids.length === 1 ? `${ids[0]}` : `${ids.length}`
