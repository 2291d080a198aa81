/** The anchors of one list, seal by seal. */
export class AnchorCursor<Anchor extends { seal: number }> {
  readonly #rest: Iterator<Anchor>
  #next: Anchor | undefined

  constructor(anchors: Iterable<Anchor>) {
    this.#rest = anchors[Symbol.iterator]()
    this.#step()
  }

  /** Returns the next anchor that is of this seal or a later one. */
  nextFrom(seal: number): Anchor | undefined {
    while (this.#next && this.#next.seal < seal) this.#step()
    return this.#next
  }

  /** Returns the anchors of a seal, which is later than those before. */
  of(seal: number): Anchor[] {
    const anchors: Anchor[] = []
    for (let anchor = this.nextFrom(seal); anchor?.seal === seal; anchor = this.#step()) anchors.push(anchor)
    return anchors
  }

  #step(): Anchor | undefined {
    const { value, done } = this.#rest.next()
    this.#next = done ? undefined : value
    return this.#next
  }
}

/** One row after the other, out of pages. */
export class Cursor<T> {
  readonly #pages: AsyncIterator<T[]>
  #page: T[] = []
  #position = 0
  #isEnded = false

  constructor(pages: AsyncIterable<T[]>) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  current(): T | undefined {
    return this.#page[this.#position]
  }

  step(): void {
    this.#position++
  }

  page(): readonly T[] {
    return this.#page
  }

  /** Reads the next page once the present one is used up. Returns its first row. */
  async load(): Promise<T | undefined> {
    while (!this.#isEnded && this.#position >= this.#page.length) {
      const { value, done } = await this.#pages.next()
      this.#isEnded = done === true
      this.#page = value ?? []
      this.#position = 0
    }
    return this.current()
  }

  async next(): Promise<T | undefined> {
    const row = this.current() ?? (await this.load())
    this.step()
    return row
  }

  async close(): Promise<void> {
    await this.#pages.return?.()
  }
}
