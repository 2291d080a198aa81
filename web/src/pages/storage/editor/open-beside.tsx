import { Card } from 'antd'
import { StorageSelect } from '../../../entities/storage/storage-select.tsx'
import styles from './cell-panel.module.css'

/** Opens another box beside this one, to carry tubes from one to the other. */
export function OpenBeside({ ownId, onBeside }: { ownId: number; onBeside: (storageId: number) => void }) {
  return (
    <Card>
      <div className={styles.cell}>Open beside</div>
      <div className={styles.buttons}>
        <StorageSelect
          aria-label="Open beside"
          placeholder="Choose a box"
          type="BOX"
          whyNot={({ id }) => (id === ownId ? 'Open already' : undefined)}
          onChange={onBeside}
        />
      </div>
    </Card>
  )
}
