import { ReceiveSampleBody } from '@lims/contract/samples.ts'
import { Button, Input, type InputRef } from 'antd'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react'
import { CameraButton } from '../camera/camera-button.tsx'
import { isGroupSeparator, Keystrokes } from './keystrokes.ts'
import styles from './scan-field.module.css'
import { inScanField } from './scan-keys.ts'
import { wakeSound } from './scan-sound.ts'
import { groupSeparator, type Readings, readScan } from './scanned-code.ts'
import { useStrayKeys } from './use-stray-keys.ts'

type Props = {
  field: RefObject<InputRef | null>
  label?: string
  /** The word on the button. */
  action?: string
  onScan: (readings: Readings) => void
  /** What a single letter does when it is pressed alone in the empty field, and is not the first of a code. */
  commands?: Readonly<Record<string, () => void>>
  /** What became of the last scan, for the camera, which covers the page. */
  result?: ReactNode
}

/** Some scanners end a code with two Enters; the second is no empty scan. */
const secondEnterWithinMs = 300
/** Ends a part of a GS1 code. */
const sentSeparator = '\x1D'
const endsCode = (key: string) =>
  inScanField.some(({ keys }) => keys.some((end) => end === key.toLowerCase()))
/** A letter after which nothing comes for so long was pressed alone. */
const aloneMs = 200

/** Takes codes from a scanner or from fingers, and is free again at once. */
export function ScanField({
  field,
  label = 'Scan or enter identifier',
  action = 'Receive',
  onScan,
  commands,
  result,
}: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const [strokes] = useState(() => new Keystrokes())
  const [takenAt, setTakenAt] = useState(Number.NEGATIVE_INFINITY)

  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  useStrayKeys(field, strokes)

  /** Waits whether the letter was the first of a code. */
  function command(event: KeyboardEvent<HTMLInputElement>) {
    clearTimeout(waiting.current)
    const { key, ctrlKey, altKey, metaKey, currentTarget } = event
    const act = commands?.[key.toLowerCase()]
    if (!act || currentTarget.value !== '' || ctrlKey || altKey || metaKey) return
    waiting.current = setTimeout(() => {
      if (currentTarget.value !== key) return
      setText('')
      strokes.clear()
      act()
    }, aloneMs)
  }

  function take(typed: string, at: number) {
    if (typed === '' && at - takenAt < secondEnterWithinMs) return
    const readings = readScan(typed, strokes.usReading(at))
    setText('')
    strokes.clear()
    setTakenAt(at)
    setComplaint(handOver(readings))
  }

  /** Answers with what is wrong, if anything is. */
  function handOver(readings: Readings): string | undefined {
    const checked = ReceiveSampleBody.shape.identifier.safeParse(readings.raw)
    if (checked.success) onScan(readings)
    return checked.error?.issues[0]?.message
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey, timeStamp, nativeEvent, currentTarget } = event
    if (nativeEvent.isComposing) return
    command(event)
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
      <label htmlFor={id}>{label}</label>
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
        <div className={styles.buttons}>
          <CameraButton
            className={styles.camera}
            onOpen={wakeSound}
            onCode={(code) => handOver(readScan(code.replaceAll(sentSeparator, groupSeparator), undefined))}
            result={result}
          />
          <Button
            type="primary"
            className={styles.button ?? ''}
            onClick={(event) => {
              take(text, event.timeStamp)
              field.current?.focus()
            }}
          >
            {action}
          </Button>
        </div>
      </div>
      <div id={`${id}-complaint`} className={styles.complaint} role="alert">
        {complaint}
      </div>
    </div>
  )
}
