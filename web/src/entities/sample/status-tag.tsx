import { displayName, type SampleStatus } from '@lims/contract/sample-status.ts'
import { statusColours, statusSigns } from './status-sign.ts'
import styles from './status-tag.module.css'

/** A status as a tag with its sign, its name and its colour. */
export function StatusTag({ status }: { status: SampleStatus }) {
  const { ink, tint } = statusColours(status)
  return (
    <span className={styles.tag} style={{ color: ink, background: tint }}>
      <span className={styles.sign} aria-hidden>
        {statusSigns[status]}
      </span>
      {displayName(status)}
    </span>
  )
}
