import { useEffect, useState } from 'react'
import styles from './moves.module.css'

const tickMs = 1000
const twoDigits = (value: number) => String(value).padStart(2, '0')

/** '00:03:12' */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(whole % 60)}`
}

/** How long a box has been out of the cold, in large digits. */
export function OutClock({ since, text }: { since: number; text: string }) {
  const [now, setNow] = useState(() => Date.now())
  // Synchronises with the clock of the browser.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className={styles.clock}>
      <span role="timer" aria-label={text}>
        {formatClock((now - since) / 1000)}
      </span>
      <small>{text}</small>
    </p>
  )
}
