import { groupSeparator } from './extract-identifier.ts'

export type Keystroke = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'timeStamp'
>

const fewest = 4
const longestMeanGapMs = 50
const longestGapMs = 150

/** Unshifted and shifted character of the keys of a US keyboard that are neither letter nor digit. */
const usSigns: Record<string, string> = {
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
const usDigitShifts = ')!@#$%^&*('

/** The character that a key makes on a US keyboard, whatever layout this machine has; undefined for a key that makes none. */
export function usCharacter({ code, shiftKey }: Pick<Keystroke, 'code' | 'shiftKey'>): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return shiftKey ? letter : letter.toLowerCase()
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit) return shiftKey && code.startsWith('Digit') ? usDigitShifts[Number(digit)] : digit
  return usSigns[code]?.[shiftKey ? 1 : 0]
}

/** A US-programmed scanner sends the group separator as Ctrl+]. */
export const isGroupSeparator = ({ ctrlKey, code }: Pick<Keystroke, 'ctrlKey' | 'code'>): boolean =>
  ctrlKey && code === 'BracketRight'

export const isTyping = ({ key, ctrlKey, altKey, metaKey }: Keystroke): boolean =>
  (key.length === 1 || key === 'Dead') && !ctrlKey && !altKey && !metaKey

/** The keystrokes since the field was last empty: what they say on a US keyboard, and whether a scanner made them. */
export class Keystrokes {
  /** Undefined once a key came that a US keyboard does not have. */
  #typed: string | undefined = ''
  #times: number[] = []
  #edited = false

  press(stroke: Keystroke): void {
    if (isGroupSeparator(stroke)) this.#add(groupSeparator, stroke.timeStamp)
    else if (isTyping(stroke)) this.#add(usCharacter(stroke), stroke.timeStamp)
    else if (/^(Backspace|Delete|Arrow|Home|End|Insert)/.test(stroke.key)) this.#edited = true
  }

  /** Text came by another way than the keyboard, such as a paste. */
  edit(): void {
    this.#edited = true
  }

  clear(): void {
    this.#typed = ''
    this.#times = []
    this.#edited = false
  }

  /** No person types four keys or more at these gaps. `endedAt` is the time of the key that ends the burst. */
  isScan(endedAt: number): boolean {
    const [first] = this.#times
    if (this.#edited || first === undefined || this.#times.length < fewest) return false
    const gaps = [...this.#times.slice(1), endedAt].map((time, index) => time - (this.#times[index] ?? time))
    return (endedAt - first) / gaps.length <= longestMeanGapMs && Math.max(...gaps) <= longestGapMs
  }

  /** Only for a scanner's burst: a person's keys mean what the person's own layout says. */
  usReading(endedAt: number): string | undefined {
    return this.isScan(endedAt) ? this.#typed : undefined
  }

  #add(character: string | undefined, at: number) {
    this.#typed = character && this.#typed !== undefined ? this.#typed + character : undefined
    this.#times.push(at)
  }
}
