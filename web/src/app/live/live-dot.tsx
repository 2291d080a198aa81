import { Tooltip } from 'antd'
import styles from './live-dot.module.css'
import { useLive } from './use-live.ts'

const texts = {
  starting: { word: '', detail: 'Connecting to the server' },
  live: { word: 'Live', detail: 'What others change appears by itself' },
  reconnecting: {
    word: 'Reconnecting',
    detail: 'What others change does not appear until the connection is back',
  },
}

/** Shows whether the page receives what others change. */
export function LiveDot() {
  const state = useLive()
  const { word, detail } = texts[state]
  return (
    <Tooltip title={detail}>
      <span role="status" className={styles.live} data-state={state}>
        <span className={styles.dot} aria-hidden />
        <span className={styles.word}>{word}</span>
      </span>
    </Tooltip>
  )
}
