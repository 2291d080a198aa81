import { isControlEnd } from './control-keys.ts'
import { type Keystroke, Keystrokes, secondEnterWithinMs, textOf } from './keystrokes.ts'
import { actsOnPage, keysOfThePage } from './use-stray-keys.ts'

/** Keys older than this, in ms, were not meant for the page that opens. */
const keptForMs = 2000
/** A whole code waits longer, in ms: a page may be slow to load. */
const codeKeptForMs = 10_000
/** A key that is held down is not a code. */
const maxKeys = 500
const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']

type EarlyCode = {
  text: string
  strokes: readonly Keystroke[]
  /** The time of the key that ended the code, in ms; undefined if the rest is still to come. */
  endedAt: number | undefined
}

let openFields = 0
/** Whole codes, in order. */
let codes: (EarlyCode & { endedAt: number })[] = []
/** The keys since the last whole code. */
let strokes: Keystroke[] = []

/**
 * Keeps what is typed on a page that has no scan field yet, because it is still loading: a scanner does not wait, and
 * the end of a code alone could be another code. Returns whether the key belongs to a code and must do nothing else:
 * one that ends it, or within it a key that has a meaning on every page, such as Space.
 */
export function keepEarlyKey(event: Keystroke): boolean {
  const { timeStamp } = event
  const key = isControlEnd(event) ? 'Enter' : event.key
  if (openFields > 0 || modifiers.includes(key)) return false
  // That of a person does what it does on the page.
  if (actsOnPage(key) && !keystrokes().isFast(timeStamp)) return false
  if (key === 'Enter' && strokes.length === 0 && isSecondEnter(timeStamp)) return true
  if (strokes.length >= maxKeys || isOld(timeStamp)) strokes = []
  if (textOf(event) !== undefined) strokes.push(event)
  else if (key === 'Enter' || key === 'Tab') return endEarlyCode(timeStamp)
  else forgetEarlyKeys()
  return keysOfThePage.includes(key)
}

/** Some scanners end a code with two. */
const isSecondEnter = (at: number) =>
  at - (codes.at(-1)?.endedAt ?? Number.NEGATIVE_INFINITY) < secondEnterWithinMs

function keystrokes(): Keystrokes {
  const typed = new Keystrokes()
  for (const stroke of strokes) typed.press(stroke)
  return typed
}

const isOld = (now: number) => now - (strokes.at(-1)?.timeStamp ?? now) > keptForMs
const typedText = () => strokes.map(textOf).join('')

/**
 * Returns whether the keys are a code. Keys without a scanner's speed that end with Enter are none: they pressed
 * something on the page.
 */
function endEarlyCode(endedAt: number): boolean {
  if (!keystrokes().isScan(endedAt)) {
    forgetEarlyKeys()
    return false
  }
  codes = [...codes.filter((code) => isKept(code, endedAt)), { text: typedText(), strokes, endedAt }]
  strokes = []
  return true
}

const isKept = ({ endedAt }: { endedAt: number }, now: number) => now - endedAt <= codeKeptForMs

/**
 * To be called when another page is opened, or something is pressed: what was typed was not meant for what follows.
 */
export function forgetEarlyKeys(): void {
  codes = []
  strokes = []
}

/**
 * Hands over what was typed before the scan field was there, in order; the last code may still be incomplete. From now
 * on the field has the keys, until it is closed.
 */
export function openScanField(now: number): EarlyCode[] {
  openFields += 1
  const whole = codes.filter((code) => isKept(code, now))
  const begun = strokes.length > 0 && !isOld(now) ? [{ text: typedText(), strokes, endedAt: undefined }] : []
  forgetEarlyKeys()
  return [...whole, ...begun]
}

export function closeScanField(): void {
  openFields -= 1
}
