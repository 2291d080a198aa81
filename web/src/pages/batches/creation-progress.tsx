import { Spin } from 'antd'
import styles from './creation-progress.module.css'

/** Comes up only when the creation takes a while, and says that it needs nobody to wait. */
export function CreationProgress({ samples }: { samples: number }) {
  return (
    <div role="status" className={styles.progress}>
      <Spin size="small" />
      <span>
        Creating {samples.toLocaleString('en')} samples. You may leave this page: a notice will tell when they
        are there.
      </span>
    </div>
  )
}
