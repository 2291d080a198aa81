/**
 * Longer than a request may take: an older claim is from before this computer slept or lost its connection, and
 * somebody else may have printed the label since.
 */
const maxClaimAgeMs = 35_000

/**
 * Returns whether a label must not be sent any more. `claimedAt` is the `Date.now()` before the first attempt to claim
 * it: `performance.now()` may stop while the computer sleeps.
 */
export const isClaimTooOld = (claimedAt: number): boolean => Date.now() - claimedAt > maxClaimAgeMs
