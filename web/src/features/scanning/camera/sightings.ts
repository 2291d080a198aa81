/** A code counts as new again after this time out of the picture. */
const newAgainAfterMs = 2000
/** A longer pause between two pictures means that the page was busy; the tube may have been there all the time. */
const maxPauseMs = 250

/** The camera sees a tube many times a second: only its first picture is a scan, however long the tube is held. */
export class Sightings {
  readonly #lastSeenAt = new Map<string, number>()
  #lastPictureAt: number | undefined
  #watchedMs = 0

  /** Notes the code in the next picture, taken at `at` ms. Returns whether that code was not there before. */
  isNew(code: string | undefined, at: number): boolean {
    this.#watchedMs += Math.min(at - (this.#lastPictureAt ?? at), maxPauseMs)
    this.#lastPictureAt = at
    if (code === undefined) return false
    const before = this.#lastSeenAt.get(code)
    this.#lastSeenAt.set(code, this.#watchedMs)
    return before === undefined || this.#watchedMs - before >= newAgainAfterMs
  }
}
