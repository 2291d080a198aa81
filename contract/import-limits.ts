export const maxImportedSamples = 20_000
export const maxImportFileBytes = 5 * 1024 * 1024
/** So many problems are listed one by one; the rest is a number. */
export const maxListedProblems = 200
