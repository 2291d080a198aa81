import styles from '../../ui/legend.module.css'
import { type RackState, rackStateOrder, rackStates } from './rack-states.ts'

/** What the colours and signs mean, with how many cells of each. */
export function RackLegend({ counts }: { counts: Record<RackState, number> }) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {rackStateOrder.map((state) => (
        <li key={state} data-state={state} data-none={counts[state] === 0}>
          <span aria-hidden>{rackStates[state].sign}</span> {rackStates[state].word}{' '}
          <b className="numbers">{counts[state]}</b>
        </li>
      ))}
    </ul>
  )
}
