import { Alert } from 'antd'
import styles from './notice.module.css'

/** Stands over a form whose record somebody else has deleted meanwhile. */
export function GoneNotice({ name }: { name: string }) {
  return (
    <Alert
      className={styles.notice ?? ''}
      type="warning"
      showIcon
      title={`${name} has been deleted`}
      description="Somebody else deleted it meanwhile, so that nothing can be saved. What you typed stays here to be read and copied."
    />
  )
}
