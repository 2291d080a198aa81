import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { parseDecimal } from '@lims/contract/decimal.ts'
import { Input, type InputProps, type InputRef } from 'antd'
import { type KeyboardEvent, type Ref, useState } from 'react'
import styles from './number-field.module.css'

/** A number; null while the field is empty; the text itself while that is not a number. */
export type NumberFieldValue = number | string | null | undefined

type Props = Omit<InputProps, 'value' | 'onChange' | 'step' | 'min' | 'ref'> & {
  value?: NumberFieldValue
  onChange?: (value: NumberFieldValue) => void
  /** The arrow keys and buttons go this far, and never below `min`. */
  step?: number
  min?: number
  unit?: string
  /** What will be stored, in words. */
  describe?: (value: number | null) => string | undefined
  ref?: Ref<InputRef>
}

const longestNumber = 40

/**
 * A field for a number, in which comma and point both mean the decimal sign.
 * What cannot be read stays as it was typed, for `numberRule` to refuse: nothing is guessed or rounded.
 */
export function NumberField({
  value,
  onChange,
  step = 1,
  min = 0,
  unit,
  describe,
  onKeyDown,
  ...input
}: Props) {
  const [typed, setTyped] = useState('')
  const text = meaningOf(typed) === (value ?? null) ? typed : `${value ?? ''}`
  const current = meaningOf(text)
  const description = typeof current === 'string' ? undefined : describe?.(current)

  function write(next: string) {
    setTyped(next)
    onChange?.(meaningOf(next))
  }

  function stepBy(distance: number) {
    if (typeof current === 'string') return
    // Nine digits end before the noise of binary fractions begins.
    const next = Number(((current ?? 0) + distance).toFixed(9))
    write(`${Math.max(min, next)}`)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event)
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (direction === 0) return
    event.preventDefault()
    stepBy(direction * step)
  }

  return (
    <>
      <Input
        {...input}
        role="spinbutton"
        inputMode="decimal"
        autoComplete="off"
        maxLength={longestNumber}
        step={step}
        aria-valuemin={min}
        {...(typeof current === 'number' && { 'aria-valuenow': current })}
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={handleKeyDown}
        suffix={
          <span className={styles.suffix}>
            {unit}
            <span className={styles.steps} aria-hidden>
              <button type="button" tabIndex={-1} onClick={() => stepBy(step)}>
                <UpOutlined />
              </button>
              <button type="button" tabIndex={-1} onClick={() => stepBy(-step)}>
                <DownOutlined />
              </button>
            </span>
          </span>
        }
      />
      {description && (
        <div className={`muted numbers ${styles.description}`} aria-live="polite">
          {description}
        </div>
      )}
    </>
  )
}

function meaningOf(text: string): number | string | null {
  if (text.trim() === '') return null
  const reading = parseDecimal(text)
  return 'value' in reading ? reading.value : text
}
