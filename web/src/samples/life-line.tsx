import { formatInstant } from '../ui/format-instant.ts'
import styles from './life-line.module.css'
import { type LifeStep, reachedSteps } from './sample-life.ts'

/** The steps of a sample's life on one line, filled where a time is known. */
export function LifeLine({ steps }: { steps: readonly LifeStep[] }) {
  const reached = reachedSteps(steps)
  return (
    <ol className={styles.line} aria-label="Life of the sample">
      {steps.map(({ label, at, isFailure }, index) => (
        <li key={label} data-known={at !== null} data-passed={index + 1 < reached} data-failure={isFailure}>
          <strong>{label}</strong>
          <span className="numbers">{formatInstant(at)}</span>
        </li>
      ))}
    </ol>
  )
}
