/** Returns the keys of the browser's storage that begin with the prefix. */
export const keysWithPrefix = (storage: Storage, prefix: string): string[] =>
  Object.keys(storage).filter((key) => key.startsWith(prefix))
