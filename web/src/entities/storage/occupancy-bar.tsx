import { fullnessOf } from './fullness.ts'
import styles from './occupancy-bar.module.css'
import { formatOccupancy } from './storage-text.ts'

/** The number of taken cells, as figures and as a bar. Red above 80 %. */
export function OccupancyBar({ occupied, capacity }: { occupied: number; capacity: number }) {
  const { percent, text, isHigh } = fullnessOf({ occupied, capacity })
  return (
    <span className={styles.occupancy} data-high={isHigh}>
      <span className={styles.figures}>{formatOccupancy({ occupied, capacity })}</span>
      <span className={styles.bar} aria-hidden>
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className={styles.percent}>{text}</span>
    </span>
  )
}
