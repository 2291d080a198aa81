import { lazyPart } from '../../ui/lazy-part.tsx'
import { PanelButton } from '../../ui/panel-button.tsx'
import styles from './columns-button.module.css'

const ColumnPanel = lazyPart(() => import('./column-panel.tsx').then((file) => file.ColumnPanel), {
  className: styles.columns,
})

/** Chooses the columns of the tables of samples, their order and widths, and the height of the rows. */
export function ColumnsButton() {
  return (
    <PanelButton
      panel={<ColumnPanel />}
      className={styles.button ?? ''}
      onPointerEnter={ColumnPanel.preload}
      onFocus={ColumnPanel.preload}
    >
      Columns
    </PanelButton>
  )
}
