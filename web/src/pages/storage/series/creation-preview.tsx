import { CheckCircleOutlined, WarningOutlined } from '@ant-design/icons'
import type { Preview } from './preview-creation.ts'
import styles from './series.module.css'

/** Says below the names what will be created, or what is in the way. */
export function CreationPreview({ lines, hint }: { lines: readonly Preview[]; hint: string }) {
  const obstacle = lines.find((line) => line.obstacle !== undefined)?.obstacle
  if (lines.length === 0) {
    return (
      <p role="status" className={styles.preview}>
        {hint}
      </p>
    )
  }
  return (
    <p role="status" className={`${styles.preview} ${obstacle ? styles.obstacle : styles.possible}`}>
      {obstacle ? <WarningOutlined aria-hidden /> : <CheckCircleOutlined aria-hidden />}
      <span>
        {obstacle ??
          lines.map(({ text }) => (
            <span key={text} className={styles.text}>
              {text}
            </span>
          ))}
      </span>
    </p>
  )
}
