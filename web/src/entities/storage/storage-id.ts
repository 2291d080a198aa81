/** Returns the storage id of an address, or 0, which no storage has, if it is not a number. */
export const storageIdOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0)
