/** A key that nobody else makes. Unlike randomUUID, this also works on a plain http address of the house. */
export const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
