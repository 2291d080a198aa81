/** The person who acts, and when; the API token and the reason where there are some. */
export type Actor = {
  userId: string
  at: Date
  tokenId?: string | undefined
  reason?: string | undefined
  /** True while roles are on: deletions and steps back are refused without a reason. */
  needsReason?: boolean | undefined
}
