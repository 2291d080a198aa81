/** Who does something, and when. */
export type Actor = { userId: string; at: Date }
