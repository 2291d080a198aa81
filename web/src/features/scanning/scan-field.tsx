import { Button, Input, type InputRef } from 'antd'
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { CameraButton } from './camera/camera-button.tsx'
import { groupSeparator } from './extract-identifier.ts'
import styles from './scan-field.module.css'
import { enableSound } from './scan-sound.ts'
import { type Readings, readScan } from './scanned-code.ts'
import { type LetterCommands, useLetterCommands } from './use-letter-commands.ts'
import { useTypedCode } from './use-typed-code.ts'

type Props = {
  field: RefObject<InputRef | null>
  label?: string
  /** The word on the button. */
  action?: string
  onScan: (readings: Readings) => void
  /** What a single letter does when it is pressed alone in the empty field, and is not the first of a code. */
  commands?: LetterCommands
  /** What became of the last scan, for the camera, which covers the page. */
  result?: ReactNode
}

/** Ends a part of a GS1 code. */
const sentSeparator = '\x1D'

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
  const code = useTypedCode(field, onScan)
  const command = useLetterCommands(commands, code.clear)

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    command(event)
    code.press(event)
  }

  return (
    <div className={styles.place}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        <Input
          id={id}
          ref={field}
          className={styles.field ?? ''}
          value={code.text}
          onChange={(event) => code.type(event.target.value)}
          onKeyDown={press}
          onPaste={code.paste}
          status={code.complaint ? 'error' : ''}
          aria-invalid={code.complaint !== undefined}
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
            onOpen={enableSound}
            onCode={(seen) =>
              code.handOver(readScan(seen.replaceAll(sentSeparator, groupSeparator), undefined))
            }
            result={result}
          />
          <Button
            type="primary"
            className={styles.button ?? ''}
            onClick={(event) => {
              code.take(code.text, event.timeStamp)
              field.current?.focus()
            }}
          >
            {action}
          </Button>
        </div>
      </div>
      <div id={`${id}-complaint`} className={styles.complaint} role="alert">
        {code.complaint}
      </div>
    </div>
  )
}
