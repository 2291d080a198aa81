/** A code is new again when it was out of the picture for so long. */
const forgottenAfterMs = 2000

/** A camera sees a tube many times a second: only the first sight of each is a scan, however long it is held. */
export class Sightings {
  readonly #lastSeenAt = new Map<string, number>()

  isNew(code: string, at: number): boolean {
    const before = this.#lastSeenAt.get(code)
    this.#lastSeenAt.set(code, at)
    return before === undefined || at - before >= forgottenAfterMs
  }
}
