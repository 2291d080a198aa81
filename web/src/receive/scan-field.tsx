import { ReceiveSampleBody } from '@lims/contract/samples.ts'
import { Button, Input, type InputRef } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { isGroupSeparator, Keystrokes } from './keystrokes.ts'
import styles from './scan-field.module.css'
import { groupSeparator, type Readings, readScan } from './scanned-code.ts'
import { useStrayKeys } from './use-stray-keys.ts'

type Props = {
  field: RefObject<InputRef | null>
  onScan: (readings: Readings) => void
}

/** Some scanners end a code with two Enters; the second is no empty scan. */
const secondEnterWithinMs = 300

/** Takes codes from a scanner or from fingers, and is free again at once. */
export function ScanField({ field, onScan }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const [strokes] = useState(() => new Keystrokes())
  const [takenAt, setTakenAt] = useState(Number.NEGATIVE_INFINITY)

  useStrayKeys(field, strokes)

  function take(typed: string, at: number) {
    if (typed === '' && at - takenAt < secondEnterWithinMs) return
    const readings = readScan(typed, strokes.usReading(at))
    const checked = ReceiveSampleBody.shape.identifier.safeParse(readings.raw)
    setText('')
    strokes.clear()
    setTakenAt(at)
    setComplaint(checked.error?.issues[0]?.message)
    if (checked.success) onScan(readings)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey, timeStamp, nativeEvent, currentTarget } = event
    if (nativeEvent.isComposing) return
    // A person's Tab moves on; a scanner's ends the code.
    const isScannersTab = key === 'Tab' && !shiftKey && strokes.isScan(timeStamp)
    if (key === 'Enter' || isScannersTab) {
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

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    strokes.edit()
    const lines = event.clipboardData.getData('text').split(/[\r\n]+/)
    const codes = lines.filter((line) => line.trim() !== '')
    if (codes.length < 2) return
    event.preventDefault()
    for (const code of codes) onScan(readScan(code, undefined))
  }

  return (
    <div className={styles.place}>
      <label htmlFor={id}>Scan or enter identifier</label>
      <div className={styles.line}>
        <Input
          id={id}
          ref={field}
          className={styles.field ?? ''}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setComplaint(undefined)
          }}
          onKeyDown={press}
          onPaste={paste}
          status={complaint ? 'error' : ''}
          aria-invalid={complaint !== undefined}
          aria-describedby={`${id}-complaint`}
          placeholder="Scan or type a code"
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="send"
        />
        <Button
          type="primary"
          className={styles.button ?? ''}
          onClick={(event) => {
            take(text, event.timeStamp)
            field.current?.focus()
          }}
        >
          Receive
        </Button>
      </div>
      <div id={`${id}-complaint`} className={styles.complaint} role="alert">
        {complaint}
      </div>
    </div>
  )
}
