import { groupSeparator } from '../../entities/sample/extract-identifier.ts'

export type Keystroke = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'timeStamp'
>

const minScanLength = 4
const maxMeanGapMs = 50
/** Some scanners end a code with two Enters; within this time, in ms, the second belongs to the code. */
export const secondEnterWithinMs = 300
/** A pause between two keys, in ms, that no scanner makes within a code. */
export const maxGapMs = 150

/** The unshifted and shifted characters of the keys of a US keyboard that are neither letters nor digits. */
const usPunctuation: Record<string, string> = {
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Semicolon: ';:',
  Quote: '\'"',
  Backquote: '`~',
  Backslash: '\\|',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
  NumpadSubtract: '--',
  NumpadDecimal: '..',
}
const usShiftedDigits = ')!@#$%^&*('

/**
 * Returns the character that a key types on a US keyboard, whatever the layout of this computer; undefined if it types
 * none.
 */
function usCharacter({ code, shiftKey }: Pick<Keystroke, 'code' | 'shiftKey'>): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return shiftKey ? letter : letter.toLowerCase()
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit) return shiftKey && code.startsWith('Digit') ? usShiftedDigits[Number(digit)] : digit
  return usPunctuation[code]?.[shiftKey ? 1 : 0]
}

/**
 * A scanner set to a US keyboard sends the group separator as Ctrl+]. With Alt too, which may be AltGr, the key writes a
 * character: on a Swiss, Italian or Spanish keyboard it is the ] of an AIM identifier.
 */
export const isGroupSeparator = ({
  ctrlKey,
  altKey,
  code,
}: Pick<Keystroke, 'ctrlKey' | 'altKey' | 'code'>): boolean => ctrlKey && !altKey && code === 'BracketRight'

/** Whether a key that an input method takes, and that is named 'Process', writes a character: by its place. */
const isComposing = (stroke: Keystroke): boolean =>
  stroke.key === 'Process' &&
  (usCharacter(stroke) !== undefined || /^(Intl|Numpad(?!Enter))/.test(stroke.code))

export const isTyping = (stroke: Keystroke): boolean =>
  (stroke.key.length === 1 || stroke.key === 'Dead' || isComposing(stroke)) &&
  !stroke.ctrlKey &&
  !stroke.altKey &&
  !stroke.metaKey

/** What a key writes, by its place if an input method takes it; undefined if it writes nothing. */
export function textOf(stroke: Keystroke): string | undefined {
  if (isGroupSeparator(stroke)) return groupSeparator
  if (!isTyping(stroke) || stroke.key === 'Dead') return undefined
  return stroke.key.length === 1 ? stroke.key : usCharacter(stroke)
}

/**
 * The keystrokes since the field was last empty: which text they type on a US keyboard, and whether a scanner made
 * them.
 */
export class Keystrokes {
  /** Undefined after a key that a US keyboard does not have. */
  #typed: string | undefined = ''
  #times: number[] = []
  #edited = false
  #firstCode = ''

  /** The place of the first key on the keyboard. */
  get firstCode(): string {
    return this.#firstCode
  }

  press(stroke: Keystroke): void {
    if (this.#times.length === 0) this.#firstCode = stroke.code
    if (isGroupSeparator(stroke)) this.#add(groupSeparator, stroke.timeStamp)
    else if (isTyping(stroke)) this.#add(usCharacter(stroke), stroke.timeStamp)
    else if (/^(Backspace|Delete|Arrow|Home|End|Insert)/.test(stroke.key)) this.#edited = true
  }

  /** Notes that text was not typed, for instance pasted. */
  edit(): void {
    this.#edited = true
  }

  clear(): void {
    this.#typed = ''
    this.#times = []
    this.#edited = false
  }

  /**
   * Returns whether the keys came faster than any person types. `endedAt` is the time of the key that ends the code, in
   * ms.
   */
  isScan(endedAt: number): boolean {
    return this.#times.length >= minScanLength && this.isFast(endedAt)
  }

  /** Returns as `isScan`, but also within a code: `at` is the time of the next key, in ms. False for the first key. */
  isFast(at: number): boolean {
    const [first] = this.#times
    if (this.#edited || first === undefined) return false
    const gaps = [...this.#times.slice(1), at].map((time, index) => time - (this.#times[index] ?? time))
    return (at - first) / gaps.length <= maxMeanGapMs && Math.max(...gaps) <= maxGapMs
  }

  /** Returns the text on a US keyboard, only for a scan: a person types by the layout of this computer. */
  usText(endedAt: number): string | undefined {
    return this.isScan(endedAt) ? this.#typed : undefined
  }

  /**
   * Removes the first key if a person pressed it and a scanner typed the rest after a pause. Returns whether it did.
   * `endedAt` as for `isScan`.
   */
  dropKeyBeforeScan(endedAt: number): boolean {
    const [first, ...times] = this.#times
    if (first === undefined || (times[0] ?? first) - first <= maxGapMs) return false
    const scan = new Keystrokes()
    scan.#times = times
    scan.#edited = this.#edited
    if (!scan.isScan(endedAt)) return false
    this.#times = times
    this.#typed = this.#typed?.slice(1)
    return true
  }

  #add(character: string | undefined, at: number) {
    this.#typed = character && this.#typed !== undefined ? this.#typed + character : undefined
    this.#times.push(at)
  }
}
