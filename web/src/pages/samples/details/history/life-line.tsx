import { formatInstant } from '../../../../ui/format-instant.ts'
import styles from './life-line.module.css'
import type { LifeStep } from './life-steps.ts'

/** The steps of a sample's life on one line. A step with a time is filled, the line between two such steps is solid. */
export function LifeLine({ steps }: { steps: readonly LifeStep[] }) {
  return (
    <div className={styles.frame}>
      <ol className={styles.line} aria-label="Life of the sample">
        {steps.map(({ label, at, isFailure }, index) => (
          <li
            key={label}
            data-known={at !== null}
            data-goes-on={Boolean(at && steps[index + 1]?.at)}
            data-failure={isFailure}
          >
            <strong>{label}</strong>
            <span className="numbers">{formatInstant(at)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
