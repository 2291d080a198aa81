import { keysWithPrefix } from './browser-storage.ts'

/** Values for which the tab had no room: they last until the page is reloaded. */
const unstored = new Map<string, string>()

/** Session storage that does not fail where it is full or blocked: the value is then kept for this page only. */
export const tabStorage = {
  get: (key: string): string | null => unstored.get(key) ?? sessionStorage.getItem(key),

  set(key: string, value: string): void {
    unstored.delete(key)
    try {
      sessionStorage.setItem(key, value)
    } catch {
      // A reload must not bring back an earlier value.
      sessionStorage.removeItem(key)
      unstored.set(key, value)
    }
  },

  remove(key: string): void {
    unstored.delete(key)
    sessionStorage.removeItem(key)
  },

  keysWithPrefix: (prefix: string): string[] => [
    ...keysWithPrefix(sessionStorage, prefix),
    ...[...unstored.keys()].filter((key) => key.startsWith(prefix)),
  ],
}
