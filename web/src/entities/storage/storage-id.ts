/** The storage that an address names; 0, which is none, when it names no number. */
export const storageIdOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0)
