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
    const known = this.peek(key, isValid)
    if (known !== undefined) return known
    const cached = this.#cached
    const lookedUpAt = performance.now()
    const value = await lookUp()
    if (value === undefined) return undefined
    // If the cache was cleared during the query, its map was replaced, and this one is no longer used.
    if (cached.size < maxCached) cached.set(key, { value, until: lookedUpAt + cacheMs })
    else this.clear()
    return value
  }

  /** Returns the value that is cached under the key if it is still valid. */
  peek(key: string, isValid: (value: T) => boolean): T | undefined {
    const found = this.#cached.get(key)
    return found && found.until > performance.now() && isValid(found.value) ? found.value : undefined
  }

  clear(): void {
    this.#cached = new Map()
  }
}
