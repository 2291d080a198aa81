import { type Keystroke, Keystrokes, maxGapMs, secondEnterWithinMs, textOf } from './keystrokes.ts'
import { type Readings, readScan } from './scanned-code.ts'

/** A key that is held down is not a code. */
const maxLength = 500

/** What is typed without a pause into anything but a scan field: a person's text, or a code of a scanner. */
export class KeyBurst {
  readonly #strokes = new Keystrokes()
  #text = ''
  #lastAt = Number.NEGATIVE_INFINITY
  #endedAt = Number.NEGATIVE_INFINITY

  /** Notes a key. Returns whether a new burst begins with it. */
  press(stroke: Keystroke): boolean {
    const isNew = stroke.timeStamp - this.#lastAt > maxGapMs || this.#text.length > maxLength
    if (isNew) this.clear()
    this.#strokes.press(stroke)
    const written = textOf(stroke)
    // Then the next Enter is that of this text.
    if (written !== undefined) this.#endedAt = Number.NEGATIVE_INFINITY
    this.#text += written ?? ''
    this.#lastAt = stroke.timeStamp
    return isNew
  }

  /**
   * Whether a key at this time of the events, in ms, is one within a code of a scanner: neither its first nor its end.
   */
  isWithinScan(at: number): boolean {
    return this.#text.trim() !== '' && this.#strokes.isFast(at)
  }

  /**
   * Returns the code that a scanner has ended at this time of the events, in ms, and begins anew. Undefined for what a
   * person typed, and in a text field for a text module, which may be as fast: there, codes have digits, and no spaces.
   */
  end(at: number, { isInText = true } = {}): Readings | undefined {
    const isScan = this.#strokes.isScan(at)
    const [text, usText = ''] = [this.#text, this.#strokes.usText(at)]
    this.clear()
    const mayBeCode = isInText ? !text.includes(' ') && /\d/.test(text + usText) : text.trim() !== ''
    if (!isScan || !mayBeCode) return undefined
    this.#endedAt = at
    return readScan(text, usText)
  }

  /** Whether a key at this time can be the second Enter of a scanner: it is part of the scan, and presses nothing. */
  isStillEnding(at: number): boolean {
    return at - this.#endedAt < secondEnterWithinMs
  }

  clear(): void {
    this.#strokes.clear()
    this.#text = ''
    this.#lastAt = Number.NEGATIVE_INFINITY
  }
}
