import { type Custody, custodyNames } from '@lims/contract/custody.ts'
import styles from './custody-tag.module.css'

/** A mark for each custody, for people who cannot distinguish the colours. */
export const custodyMarks: Record<Custody, string> = {
  AVAILABLE: '✓',
  RESERVED: '⚑',
  CHECKED_OUT: '↗',
  MISSING: '?',
  QUARANTINED: '⊘',
  DEPLETED: '∅',
  DISPOSED: '✕',
}

/** The name of a custody where it stands alone, such as 'Checked out'. */
export const custodyName = (custody: Custody): string =>
  custodyNames[custody].replace(/^./, (letter) => letter.toUpperCase())

type Props = {
  custody: Custody
  /** True: shows 'Available' too, which is left out elsewhere because most samples are. */
  withAvailable?: boolean
  /** True: only the mark, with the word for screen readers and in a tooltip. */
  isBrief?: boolean
}

/** Whether a sample can be taken, as a dashed tag with its mark and word. */
export function CustodyTag({ custody, withAvailable = false, isBrief = false }: Props) {
  if (custody === 'AVAILABLE' && !withAvailable) return null
  return (
    <span className={styles.tag} data-custody={custody} {...(isBrief && { title: custodyName(custody) })}>
      <span className={styles.mark} aria-hidden>
        {custodyMarks[custody]}
      </span>
      <span className={isBrief ? 'read-aloud-only' : undefined}>{custodyName(custody)}</span>
    </span>
  )
}
