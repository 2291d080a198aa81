import styles from './picks.module.css'

/** A bar with '12 of 40'. */
export function ProgressLine({ done, total }: { done: number; total: number }) {
  const text = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
  return (
    <span className={styles.progress}>
      <progress aria-label={text} value={done} max={Math.max(total, 1)} />
      <span className="numbers muted" aria-hidden>
        {text}
      </span>
    </span>
  )
}
