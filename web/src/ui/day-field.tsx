import { addDays } from '@lims/contract/time-zone.ts'
import { Input } from 'antd'
import { type KeyboardEvent, type KeyboardEventHandler, useRef, useState } from 'react'
import { clock } from './clock.ts'
import styles from './day-field.module.css'

type Props = {
  id: string
  /** The midnight that begins the day or, with `isEnd`, the one that ends it; an instant in ISO 8601. */
  value: string | undefined
  onChange: (instant: string | undefined) => void
  /** Called when the field is left, and on Enter: the day is typed in full. */
  onFinish?: () => void
  isEnd?: boolean
  /** Makes a key handler from what gives the field back the day that it has now. */
  beside?: (restore: () => void) => KeyboardEventHandler<HTMLElement>
}

/** A day of the laboratory. The browser writes it as is usual in the reader's country. */
export function DayField({ id, value, onChange, onFinish, isEnd = false, beside }: Props) {
  const day = value ? dayOf(value, isEnd) : ''
  const [text, setText] = useState(day)
  const [lastDay, setLastDay] = useState(day)
  /** A day whose year is still being typed, as it is 2, 20 and 202, or is not possible. */
  const unfinished = useRef<string>(undefined)
  if (day !== lastDay) {
    setLastDay(day)
    setText(day)
  }

  function show(next: string) {
    unfinished.current = undefined
    setText(next)
  }

  function handleChange(next: string) {
    show(next)
    if (next === '') onChange(undefined)
    else if (isPossible(next)) onChange(midnightOf(next, isEnd))
    else unfinished.current = next
  }

  /** Reads a year of two digits as one of this century. Any other that is not possible is not taken. */
  function finish() {
    const typed = unfinished.current
    if (typed?.startsWith('00')) handleChange(`20${typed.slice(2)}`)
    else if (typed !== undefined) show(day)
    onFinish?.()
  }

  const handleKeyBeside = beside?.(() => {
    show(day)
    onChange(value)
  })

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    handleKeyBeside?.(event)
    // Enter submits a form before the field is left.
    if (event.key === 'Enter') finish()
  }

  return (
    <Input
      id={id}
      className={styles.day ?? ''}
      type="date"
      min={`${minYear}-01-01`}
      max={`${maxYear}-12-31`}
      value={text}
      onChange={(event) => handleChange(event.target.value)}
      onKeyDown={handleKeyDown}
      onBlur={finish}
    />
  )
}

/** The first midnight of 1900 is in 1899 by UTC, as which the server reads it; the last of 2200 is in 2201. */
const [minYear, maxYear] = [1901, 2199]

function isPossible(day: string): boolean {
  const year = Number(day.slice(0, 4))
  return year >= minYear && year <= maxYear
}

function midnightOf(day: string, isEnd: boolean): string | undefined {
  if (Number.isNaN(new Date(day).getTime())) return undefined
  // Each midnight by itself: where clocks change at midnight, a day may begin at 01:00.
  return clock()
    .startOfDay(isEnd ? addDays(day, 1) : day)
    .toISOString()
}

/** '2026-11-20' */
const dayOf = (instant: string, isEnd: boolean): string =>
  clock().dayOf(new Date(new Date(instant).getTime() - (isEnd ? 1 : 0)))
