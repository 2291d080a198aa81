/** Who does something, and when. */
export type By = { userId: string; at: Date }
