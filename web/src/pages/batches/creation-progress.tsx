import { formatNumber } from '@lims/contract/format-count.ts'
import { Spin } from 'antd'
import styles from './creation-progress.module.css'

/** Shown after a moment, when the creation takes long: nobody needs to wait for it. */
export function CreationProgress({ samples }: { samples: number }) {
  return (
    <div role="status" className={styles.progress}>
      <Spin size="small" />
      <span>
        Creating {formatNumber(samples)} samples. You may leave this page: a notification appears when they
        are created.
      </span>
    </div>
  )
}
