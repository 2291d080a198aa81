import { Tooltip } from 'antd'
import { useAtMost } from '../../ui/use-media.ts'
import styles from './live-dot.module.css'
import { useLive } from './use-live.ts'
import { useNewVersionNotice } from './use-new-version-notice.tsx'

const texts = {
  starting: { word: '', detail: 'Connecting to the server' },
  live: { word: 'Live', detail: 'Changes by others appear at once' },
  reconnecting: {
    word: 'Reconnecting',
    detail: 'Changes by others appear once the connection is back',
  },
}

/** Shows whether the page receives what others change. */
export function LiveDot() {
  const state = useLive(useNewVersionNotice())
  const { word, detail } = texts[state]
  // Beside the menu, the search and the account there is room for the sign alone.
  const isSignAlone = useAtMost(state === 'reconnecting' ? 'xs' : 'lg')
  return (
    <Tooltip title={detail}>
      <span role="status" className={styles.live} data-state={state}>
        <span className={styles.dot} aria-hidden />
        <span className={isSignAlone ? 'read-aloud-only' : styles.word}>{word}</span>
      </span>
    </Tooltip>
  )
}
