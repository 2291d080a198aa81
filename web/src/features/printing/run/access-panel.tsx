import { Alert, Button } from 'antd'
import { accessQuestion } from '../printer/confirm-access.ts'
import styles from './print-dialog.module.css'

type Props = { onContinue: () => void; onClose: () => void }

/** Explains the permission prompt of the browser, which the check of the printer brings up. */
export function AccessPanel({ onContinue, onClose }: Props) {
  const { title, content, okText, cancelText } = accessQuestion
  return (
    <div className={styles.panel}>
      <Alert type="info" showIcon title={title} description={content} />
      <div className={styles.buttons}>
        <Button onClick={onClose}>{cancelText}</Button>
        <Button type="primary" autoFocus onClick={onContinue}>
          {okText}
        </Button>
      </div>
    </div>
  )
}
