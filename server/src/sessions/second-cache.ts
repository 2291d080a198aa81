const cacheMs = 1000
const maxCached = 10_000

/** Caches values for a second, so that a burst of calls queries the database once. */
export class SecondCache<T> {
  #cached = new Map<string, { value: T; until: number }>()

  /**
   * Returns the value that is cached under the key if it is still valid; otherwise looks it up. Caches no undefined.
   */
  async find(
    key: string,
    isValid: (value: T) => boolean,
    lookUp: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const cached = this.#cached
    const found = cached.get(key)
    if (found && found.until > performance.now() && isValid(found.value)) return found.value
    const lookedUpAt = performance.now()
    const value = await lookUp()
    if (value === undefined) return undefined
    // If the cache was cleared during the query, its map was replaced, and this one is no longer used.
    if (cached.size < maxCached) cached.set(key, { value, until: lookedUpAt + cacheMs })
    else this.clear()
    return value
  }

  clear(): void {
    this.#cached = new Map()
  }
}
