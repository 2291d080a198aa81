import { Alert, Button } from 'antd'
import { CallError } from '../api/call-error.ts'
import styles from './notice.module.css'

type Props = { failure: Error | null; onLoadNewer: () => void }

/** Says who changed what meanwhile, when that is why a save was refused, and offers the newer record. */
export function StaleNotice({ failure, onLoadNewer }: Props) {
  if (!(failure instanceof CallError) || failure.code !== 'version-stale') return null
  return (
    <Alert
      className={styles.notice ?? ''}
      type="warning"
      showIcon
      title={failure.message}
      description="Load the newer one: what you typed stays, everything else is taken over. Then save again."
      action={<Button onClick={onLoadNewer}>Load the newer one</Button>}
    />
  )
}
