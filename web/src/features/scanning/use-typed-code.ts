import { formatNumber } from '@lims/contract/format-count.ts'
import { tubeIdCharacters } from '@lims/contract/sample-codes.ts'
import { isBlank, lineBreaks } from '@lims/contract/text.ts'
import type { InputRef } from 'antd'
import {
  type ClipboardEvent,
  type CompositionEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { groupSeparator } from '../../entities/sample/extract-identifier.ts'
import { isEnterKey } from '../../ui/is-of-input-method.ts'
import { letterOf } from '../../ui/shortcut.ts'
import { closeScanField, openScanField } from './early-keys.ts'
import { isGroupSeparator, Keystrokes, secondEnterWithinMs } from './keystrokes.ts'
import { inScanField } from './scan-keys.ts'
import { codeProblem, type Readings, readScan } from './scanned-code.ts'
import type { LetterCommands } from './use-letter-commands.ts'
import { useStrayKeys } from './use-stray-keys.ts'

/** When the last code ended, wherever it was typed: the second Enter of a scanner is not an empty scan. */
let endedAt = Number.NEGATIVE_INFINITY

/** Notes when a code ended, by the clock of the events, in ms. */
export function noteScanEnd(at: number): void {
  endedAt = at
}

/** Each is a request of its own. */
const maxPastedCodes = 1000

const tooManyCodes = (count: number) =>
  `At most ${formatNumber(maxPastedCodes)} codes at once: these are ${formatNumber(count)}. Nothing was sent.`

const severalCells = 'Paste only the column of the codes: a line has several cells. Nothing was sent.'
/** Whether a tab, or a line break that the field keeps, parts a text: it is no single code. */
const hasSeveralCells = (text: string) =>
  text
    .split(lineBreaks)
    .flatMap((line) => line.split('\t'))
    .filter((cell) => !isBlank(cell)).length > 1

const endsCode = (key: string) =>
  inScanField.some(({ keys }) => keys.some((end) => end === key.toLowerCase()))

/** The text in a scan field, typed by a scanner or a person, until it is submitted as a code. */
export function useTypedCode(
  field: RefObject<InputRef | null>,
  onScan: (readings: Readings) => void,
  commands?: LetterCommands,
) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [strokes] = useState(() => new Keystrokes())
  /** When a scanner pressed Enter in a composition that has not ended yet, in ms. */
  const composedAt = useRef<number>(undefined)
  useStrayKeys(field, strokes)

  // Synchronises with the keyboard: keys that were typed before the field was there belong into it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field opens
  useLayoutEffect(() => {
    noteScanEnd(Number.NEGATIVE_INFINITY)
    const early = openScanField(performance.now())
    for (const code of field.current?.input?.disabled === false ? early : []) {
      for (const stroke of code.strokes) strokes.press(stroke)
      if (code.endedAt === undefined) setText(code.text)
      else submitText(code.text, code.endedAt)
    }
    return closeScanField
  }, [])

  function clear() {
    setText('')
    strokes.clear()
    composedAt.current = undefined
  }

  /** Hands the code to `onScan` if it is valid. Returns the error message otherwise. */
  function submit(readings: Readings): string | undefined {
    const problem = codeProblem(readings)
    if (problem === undefined) onScan(readings)
    return problem
  }

  function submitText(typed: string, at: number) {
    if (typed === '' && at - endedAt < secondEnterWithinMs) return
    const readings = readScan(typed, strokes.usText(at))
    clear()
    noteScanEnd(at)
    setError(hasSeveralCells(typed) ? severalCells : submit(readings))
  }

  /** The command of a letter that was pressed before the scan that ends at this time, which is without it then. */
  function commandBeforeScan(typed: string, at: number): (() => void) | undefined {
    const command = commands?.[letterOf({ key: typed.charAt(0), code: strokes.firstCode })]
    return command && strokes.dropKeyBeforeScan(at) ? command : undefined
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey, timeStamp, nativeEvent, currentTarget } = event
    const isTab = key === 'Tab' && !shiftKey
    const command = isTab || endsCode(key) ? commandBeforeScan(currentTarget.value, timeStamp) : undefined
    // A person's Tab moves on; a scanner's ends the code.
    if (endsCode(key) || (isTab && strokes.isScan(timeStamp))) {
      event.preventDefault()
      command?.()
      submitText(command ? currentTarget.value.slice(1) : currentTarget.value, timeStamp)
      return
    }
    if (currentTarget.value === '') strokes.clear()
    strokes.press(nativeEvent)
    if (isGroupSeparator(nativeEvent)) {
      event.preventDefault()
      setText(currentTarget.value + groupSeparator)
    }
  }

  /** What an input method has made of a code, such as kana or wide letters, is no code: the keys are. */
  function submitComposed(composed: string, at: number) {
    submitText(tubeIdCharacters.test(composed) ? composed : (strokes.usText(at) ?? composed), at)
  }

  /** Handles a key of an input method: the Enter of a scanner ends the code, that of a person only takes the word. */
  function handleComposedKey({ timeStamp, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>) {
    if (!isEnterKey(nativeEvent)) {
      composedAt.current = undefined
      if (currentTarget.value === '') strokes.clear()
      strokes.press(nativeEvent)
    } else if (strokes.isScan(timeStamp)) {
      if (nativeEvent.isComposing) composedAt.current = timeStamp
      // Safari before 27 has ended the composition before this key.
      else submitComposed(currentTarget.value, timeStamp)
    }
  }

  function handleCompositionEnd({ currentTarget }: CompositionEvent<HTMLInputElement>) {
    if (composedAt.current !== undefined) submitComposed(currentTarget.value, composedAt.current)
  }

  /** Several lines are several codes; a single one is pasted into the field. Lines of several cells are refused. */
  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    strokes.edit()
    const lines = event.clipboardData.getData('text').split(lineBreaks)
    const codes = lines.filter((line) => !isBlank(line))
    const isOfSeveralCells = codes.some(hasSeveralCells)
    if (codes.length < 2 && !isOfSeveralCells) return
    event.preventDefault()
    if (isOfSeveralCells) return setError(severalCells)
    if (codes.length > maxPastedCodes) return setError(tooManyCodes(codes.length))
    setError(codes.map((code) => submit(readScan(code, undefined))).find(Boolean))
  }

  function handleChange(typed: string) {
    setText(typed)
    setError(undefined)
  }

  return {
    text,
    error,
    clear,
    submit,
    submitText,
    handleKeyDown,
    handleComposedKey,
    handleCompositionEnd,
    handlePaste,
    handleChange,
  }
}
