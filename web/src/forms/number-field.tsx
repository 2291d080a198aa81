import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { parseCount, parseDecimal } from '@lims/contract/decimal.ts'
import { Input, type InputProps, type InputRef } from 'antd'
import type { Rule } from 'antd/es/form'
import { type KeyboardEvent, type Ref, useState } from 'react'
import type { z } from 'zod'
import { isOfInputMethod } from '../ui/is-of-input-method.ts'
import styles from './number-field.module.css'
import { zodRule } from './zod-rule.ts'

/** A number; null if the field is empty; the text as typed if it is not a number. */
export type NumberFieldValue = number | string | null | undefined

type Props = Omit<InputProps, 'value' | 'onChange' | 'step' | 'min' | 'ref'> & {
  value?: NumberFieldValue
  onChange?: (value: NumberFieldValue) => void
  /** The arrow keys and buttons change the number by this, and never below `min`. */
  step?: number
  min?: number
  unit?: string
  /** Counts things: refuses '1.000', which means 1,000 in some countries. */
  isCount?: boolean
  /** Returns the text below the field: what will be stored. */
  describe?: (value: number | null) => string | undefined
  ref?: Ref<InputRef>
}

const maxLength = 40

/**
 * A field for a number, with a comma or a point as the decimal sign.
 * Text that is not a number stays as typed, and `numberRule` refuses it: nothing is guessed or rounded.
 */
export function NumberField({
  value,
  onChange,
  step = 1,
  min = 0,
  unit,
  isCount = false,
  describe,
  onKeyDown,
  ...input
}: Props) {
  const [typed, setTyped] = useState('')
  const parseNumber = isCount ? parseNumberWith(parseCount) : parseNumberWith(parseDecimal)
  const text = parseNumber(typed) === (value ?? null) ? typed : `${value ?? ''}`
  const current = parseNumber(text)
  const description = typeof current === 'string' ? undefined : describe?.(current)

  function write(next: string) {
    setTyped(next)
    onChange?.(parseNumber(next))
  }

  function stepBy(distance: number) {
    if (typeof current === 'string') return
    // Nine decimals hide the rounding errors of binary fractions.
    const next = Number(((current ?? 0) + distance).toFixed(9))
    write(`${Math.max(min, next)}`)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event)
    if (isOfInputMethod(event.nativeEvent)) return
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
        // The number pad of an iPhone has no minus sign.
        inputMode={min < 0 ? 'text' : 'decimal'}
        autoComplete="off"
        maxLength={maxLength}
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

const parseNumberWith =
  (parse: typeof parseDecimal) =>
  (text: string): number | string | null => {
    if (text.trim() === '') return null
    const reading = parse(text)
    return 'value' in reading ? reading.value : text
  }

/** A form rule for a `NumberField`: also refuses text that is not a number. */
export function numberRule(schema: z.ZodType): Rule {
  const rule = zodRule(schema)
  return {
    ...rule,
    validator: async (...parameters: Parameters<typeof rule.validator>) => {
      const [, value] = parameters
      // The field passes a text only if it could not parse it. parseCount also rejects all that parseDecimal rejects.
      const parsed = typeof value === 'string' && value !== '' ? parseCount(value) : undefined
      if (parsed && 'problem' in parsed) throw new Error(parsed.problem)
      return rule.validator(...parameters)
    },
  }
}
