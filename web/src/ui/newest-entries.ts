/** The newest values by key, at most `max` of them. */
export class NewestEntries<T> {
  readonly #values = new Map<string, T>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get(key: string): T | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: T): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#max && oldest !== undefined) this.#values.delete(oldest)
  }
}
