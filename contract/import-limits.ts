export const mostImported = 20_000
export const largestFileBytes = 5 * 1024 * 1024
/** So many problems are listed one by one; the rest is a number. */
export const mostProblemsListed = 200
