import { ReceiveSampleBody } from '@lims/contract/samples.ts'
import type { InputRef } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { groupSeparator } from './extract-identifier.ts'
import { isGroupSeparator, Keystrokes } from './keystrokes.ts'
import { inScanField } from './scan-keys.ts'
import { type Readings, readScan } from './scanned-code.ts'
import { useStrayKeys } from './use-stray-keys.ts'

/** Some scanners end a code with two Enters; the second is no empty scan. */
const secondEnterWithinMs = 300
const endsCode = (key: string) =>
  inScanField.some(({ keys }) => keys.some((end) => end === key.toLowerCase()))

/** What is being typed into a field, by a scanner or by fingers, until it is a code. */
export function useTypedCode(field: RefObject<InputRef | null>, onScan: (readings: Readings) => void) {
  const [text, setText] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const [strokes] = useState(() => new Keystrokes())
  const [takenAt, setTakenAt] = useState(Number.NEGATIVE_INFINITY)
  useStrayKeys(field, strokes)

  function clear() {
    setText('')
    strokes.clear()
  }

  /** Answers with what is wrong, if anything is. */
  function handOver(readings: Readings): string | undefined {
    const checked = ReceiveSampleBody.shape.identifier.safeParse(readings.raw)
    if (checked.success) onScan(readings)
    return checked.error?.issues[0]?.message
  }

  function take(typed: string, at: number) {
    if (typed === '' && at - takenAt < secondEnterWithinMs) return
    const readings = readScan(typed, strokes.usReading(at))
    clear()
    setTakenAt(at)
    setComplaint(handOver(readings))
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey, timeStamp, nativeEvent, currentTarget } = event
    // A person's Tab moves on; a scanner's ends the code.
    const isScannersTab = key === 'Tab' && !shiftKey && strokes.isScan(timeStamp)
    if (endsCode(key) || isScannersTab) {
      event.preventDefault()
      take(currentTarget.value, timeStamp)
      return
    }
    if (currentTarget.value === '') strokes.clear()
    strokes.press(nativeEvent)
    if (isGroupSeparator(nativeEvent)) {
      event.preventDefault()
      setText(currentTarget.value + groupSeparator)
    }
  }

  /** Several lines are several codes; one goes into the field as it is. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    strokes.edit()
    const lines = event.clipboardData.getData('text').split(/[\r\n]+/)
    const codes = lines.filter((line) => line.trim() !== '')
    if (codes.length < 2) return
    event.preventDefault()
    setComplaint(codes.map((code) => handOver(readScan(code, undefined))).find(Boolean))
  }

  function type(typed: string) {
    setText(typed)
    setComplaint(undefined)
  }

  return { text, complaint, clear, handOver, take, press, paste, type }
}
