/**
 * Names the records that the input of a dialog is about, see `KeptInput`: one by its id, several by their number. Names
 * of records may repeat.
 */
export const draftOf = (ids: readonly string[]): string => (ids.length === 1 ? `${ids[0]}` : `${ids.length}`)
