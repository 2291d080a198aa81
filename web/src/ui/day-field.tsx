import { addDays } from '@lims/contract/time-zone.ts'
import { Input } from 'antd'
import { type KeyboardEventHandler, useState } from 'react'
import { clock } from './clock.ts'
import styles from './day-field.module.css'

type Props = {
  id: string
  /** The midnight that begins the day or, with `isEnd`, the one that ends it; an instant in ISO 8601. */
  value: string | undefined
  onChange: (instant: string | undefined) => void
  isEnd?: boolean
  onKeyDown?: KeyboardEventHandler<HTMLElement>
}

/** A day of the laboratory. The browser writes it as is usual in the reader's country. */
export function DayField({ id, value, onChange, isEnd = false, ...events }: Props) {
  const day = value ? dayOf(value, isEnd) : ''
  const [text, setText] = useState(day)
  const [lastDay, setLastDay] = useState(day)
  if (day !== lastDay) {
    setLastDay(day)
    setText(day)
  }

  function handleChange(next: string) {
    setText(next)
    if (next === '') onChange(undefined)
    // While the year is being typed, it is 2, 20 and 202.
    else if (Number(next.slice(0, 4)) >= minYear) onChange(midnightOf(next, isEnd))
  }

  return (
    <Input
      id={id}
      className={styles.day ?? ''}
      type="date"
      min={`${minYear}-01-01`}
      max="2199-12-31"
      value={text}
      onChange={(event) => handleChange(event.target.value)}
      {...events}
    />
  )
}

const minYear = 1900

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
