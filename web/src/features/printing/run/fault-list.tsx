import { Mono } from '../../../ui/mono.tsx'
import styles from './print-dialog.module.css'
import type { PrintFault } from './print-progress.ts'

/** The last errors, the latest first. */
export function FaultList({ faults }: { faults: readonly PrintFault[] }) {
  if (faults.length === 0) return null
  return (
    <section aria-labelledby="print-faults">
      <h3 id="print-faults" className={styles.heading}>
        Last errors
      </h3>
      <ul className={styles.faults}>
        {faults.map(({ place, tubeId, sampleName, reason }) => (
          <li key={place}>
            <Mono>{tubeId}</Mono> {sampleName}: {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}
