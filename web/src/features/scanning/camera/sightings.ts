/** A code is new again when it was out of the picture for so long. */
const forgottenAfterMs = 2000
/** A longer pause between two pictures is the page being held up, in which no tube was seen to go. */
const longestPauseMs = 250

/** A camera sees a tube many times a second: only the first sight of each is a scan, however long it is held. */
export class Sightings {
  readonly #lastSeenAt = new Map<string, number>()
  #lookedAt: number | undefined
  #watchedMs = 0

  /** Takes what each picture showed, in turn; answers whether it is a code that was not there before. */
  isNew(code: string | undefined, at: number): boolean {
    this.#watchedMs += Math.min(at - (this.#lookedAt ?? at), longestPauseMs)
    this.#lookedAt = at
    if (code === undefined) return false
    const before = this.#lastSeenAt.get(code)
    this.#lastSeenAt.set(code, this.#watchedMs)
    return before === undefined || this.#watchedMs - before >= forgottenAfterMs
  }
}
