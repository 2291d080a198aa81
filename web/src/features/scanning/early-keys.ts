import { type Keystroke, Keystrokes, secondEnterWithinMs, textOf } from './keystrokes.ts'
import { actsOnPage, keysOfThePage } from './use-stray-keys.ts'

/** Keys older than this, in ms, were not meant for the page that opens. */
const keptForMs = 2000
/** A key that is held down is not a code. */
const maxKeys = 500
const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta']

type EarlyCode = {
  text: string
  strokes: readonly Keystroke[]
  /** The time of the key that ended the code, in ms; undefined if the rest is still to come. */
  endedAt: number | undefined
}

let openFields = 0
let strokes: Keystroke[] = []
let endedAt: number | undefined

/**
 * Keeps what is typed on a page that has no scan field yet, because it is still loading: a scanner does not wait, and
 * the end of a code alone could be another code. Returns whether the key belongs to a code and must do nothing else:
 * one that ends it, or within it a key that has a meaning on every page, such as Space.
 */
export function keepEarlyKey(event: Keystroke): boolean {
  if (openFields > 0 || modifiers.includes(event.key)) return false
  // That of a person does what it does on the page.
  if (actsOnPage(event.key) && (endedAt !== undefined || !keystrokes().isFast(event.timeStamp))) return false
  // The second Enter of a scanner that ends its codes with two.
  if (endedAt !== undefined && event.key === 'Enter') return event.timeStamp - endedAt < secondEnterWithinMs
  if (endedAt !== undefined || strokes.length >= maxKeys || isOld(event.timeStamp)) forgetEarlyKeys()
  if (textOf(event) !== undefined) strokes.push(event)
  else if (event.key === 'Enter' || event.key === 'Tab') endEarlyCode(event.timeStamp)
  else forgetEarlyKeys()
  return endedAt !== undefined || keysOfThePage.includes(event.key)
}

function keystrokes(): Keystrokes {
  const typed = new Keystrokes()
  for (const stroke of strokes) typed.press(stroke)
  return typed
}

const lastAt = () => endedAt ?? strokes.at(-1)?.timeStamp
const isOld = (now: number) => now - (lastAt() ?? now) > keptForMs

/** Keys without a scanner's speed that end with Enter are not a code: they pressed something on the page. */
function endEarlyCode(at: number) {
  if (keystrokes().isScan(at)) endedAt = at
  else forgetEarlyKeys()
}

/** To be called when another page is opened. */
export function forgetEarlyKeys(): void {
  strokes = []
  endedAt = undefined
}

/**
 * Hands over what was typed before the scan field was there; from now on the field has the keys, until it is closed.
 */
export function openScanField(now: number): EarlyCode | undefined {
  openFields += 1
  const code = isOld(now) ? undefined : { text: strokes.map(textOf).join(''), strokes, endedAt }
  forgetEarlyKeys()
  return code?.text ? code : undefined
}

export function closeScanField(): void {
  openFields -= 1
}
