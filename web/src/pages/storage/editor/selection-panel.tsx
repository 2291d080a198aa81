import { Button, Card } from 'antd'
import { countOf } from '../../../entities/storage/storage-words.ts'
import styles from './cell-panel.module.css'

type Props = { count: number; alias: string; onMove: () => void; onTakeOut: () => void; onClear: () => void }

/** What can be done with the tubes that are chosen. */
export function SelectionPanel({ count, alias, onMove, onTakeOut, onClear }: Props) {
  return (
    <Card>
      <div role="status" className={styles.name}>
        {countOf(count, 'tube')} chosen
      </div>
      <span className="muted">in {alias}</span>
      <div className={styles.buttons}>
        <Button onClick={onMove}>Move…</Button>
        <Button danger onClick={onTakeOut}>
          Disassociate
        </Button>
        <Button onClick={onClear}>Clear the choice</Button>
      </div>
    </Card>
  )
}
