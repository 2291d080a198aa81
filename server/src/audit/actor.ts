/** The person who acts, and when. */
export type Actor = { userId: string; at: Date }
