/**
 * Longer than a request may take: an older claim is from before this computer slept or lost its connection, and somebody
 * else may have printed the label since.
 */
const maxClaimAgeMs = 35_000

/**
 * Returns whether a label must not be sent any more. `claimedAt`: in milliseconds, before the first attempt to claim it,
 * by the clock of the day, which also counts while the computer sleeps.
 */
export const isClaimTooOld = (claimedAt: number): boolean => Date.now() - claimedAt > maxClaimAgeMs
