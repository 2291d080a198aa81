import { Button, Input, type InputRef } from 'antd'
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { isOfInputMethod } from '../../ui/is-of-input-method.ts'
import { notCorrected } from '../../ui/not-corrected.ts'
import { handlerOf } from '../../ui/shortcut.ts'
import { useUndoOnPage } from '../../ui/use-undo-notice.tsx'
import { CameraButton } from './camera/camera-button.tsx'
import styles from './scan-field.module.css'
import { enableSound } from './scan-sound.ts'
import { type Readings, readCameraCode } from './scanned-code.ts'
import { useDeniedScans } from './use-denied-scans.ts'
import { type LetterCommands, useLetterCommands } from './use-letter-commands.ts'
import { useTypedCode } from './use-typed-code.ts'

type Props = {
  field: RefObject<InputRef | null>
  label?: string
  /** The label of the button. */
  action?: string
  onScan: (readings: Readings) => void
  /** Why the person may not scan here: the field is disabled, and says it. */
  denial?: string | undefined
  /** The actions of letters that are pressed alone in the empty field, by letter. */
  commands?: LetterCommands
  /** Called on Ctrl+Z in the empty field, and by Undo of the user menu; missing if there is nothing to undo. */
  onUndo?: () => void
  /** When the last scan was made, in ms: Undo of the user menu undoes a later action on another page first. */
  lastScanAt?: number | undefined
  /** The outcome of the last scan, shown in the camera dialog, which covers the page. */
  result?: ReactNode
}

const undoKey = { 'ctrl z': true } as const

/** Takes codes from a scanner, the keyboard or the camera, and is ready for the next at once. */
export function ScanField({
  field,
  label = 'Scan or enter identifier',
  action = 'Receive',
  onScan,
  denial,
  commands,
  onUndo,
  lastScanAt = 0,
  result,
}: Props) {
  const id = useId()
  const code = useTypedCode(field, onScan, commands)
  const denied = useDeniedScans(denial !== undefined)
  useUndoOnPage(onUndo, lastScanAt)
  const runLetterCommand = useLetterCommands(commands, code.clear)

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isOfInputMethod(event.nativeEvent)) return code.handleComposedKey(event)
    if (onUndo && handlerOf(undoKey, event) && code.text === '') {
      event.preventDefault()
      // Ignores repeats of a held key.
      return event.repeat ? undefined : onUndo()
    }
    runLetterCommand(event)
    code.handleKeyDown(event)
  }

  return (
    <div className={`${styles.place} not-printed`}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        <Input
          id={id}
          ref={field}
          className={styles.field ?? ''}
          disabled={denial !== undefined}
          value={code.text}
          onChange={(event) => code.handleChange(event.target.value)}
          onKeyDown={handleKeyDown}
          onCompositionEnd={code.handleCompositionEnd}
          onPaste={code.handlePaste}
          status={code.error ? 'error' : ''}
          aria-invalid={code.error !== undefined}
          aria-describedby={denial ? `${id}-denial` : `${id}-error`}
          placeholder="Scan or type a code"
          autoFocus
          {...notCorrected}
          enterKeyHint="send"
        />
        <div className={styles.buttons}>
          <CameraButton
            isDisabled={denial !== undefined}
            className={styles.camera}
            onOpen={enableSound}
            onCode={(seen) => code.submit(readCameraCode(seen))}
            result={result}
          />
          <Button
            type="primary"
            className={styles.button ?? ''}
            disabled={denial !== undefined}
            onClick={(event) => {
              code.submitText(code.text, event.timeStamp)
              field.current?.focus()
            }}
          >
            {action}
          </Button>
        </div>
      </div>
      <div id={`${id}-error`} className={styles.error} role="alert">
        {code.error ?? denied}
      </div>
      {denial && (
        <p id={`${id}-denial`} className={styles.denial}>
          {denial}
        </p>
      )}
    </div>
  )
}
