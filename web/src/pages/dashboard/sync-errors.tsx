import type { SyncError } from '@lims/contract/sync.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import styles from './sync-errors.module.css'

/** What a scan could not use, with when it was first found. */
export function SyncErrors({ errors }: { errors: readonly SyncError[] }) {
  if (errors.length === 0) return null
  return (
    <ul className={styles.errors} aria-label="Recent errors">
      {errors.map(({ message, timestamp }) => (
        <li key={`${timestamp} ${message}`}>
          <span className={styles.sign} aria-hidden>
            !
          </span>
          <span className={styles.message}>{message}</span>
          <time className={styles.time} dateTime={timestamp}>
            {formatInstant(timestamp)}
          </time>
        </li>
      ))}
    </ul>
  )
}
