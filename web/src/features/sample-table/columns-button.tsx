import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { PanelButton } from '../../ui/panel-button.tsx'
import styles from './columns-button.module.css'

const loadPanel = () => import('./column-panel.tsx').then((file) => ({ default: file.ColumnPanel }))
const ColumnPanel = lazy(loadPanel)
/** Before the button is pressed, so that the panel opens with its choices. */
const preloadPanel = () => void loadPanel().catch(() => undefined)

/** Chooses the columns of the tables of samples, their order and widths, and the height of the rows. */
export function ColumnsButton() {
  const panel = (
    <Suspense fallback={<Skeleton className={styles.columns ?? ''} active />}>
      <ColumnPanel />
    </Suspense>
  )
  return (
    <PanelButton
      panel={panel}
      className={styles.button ?? ''}
      onPointerEnter={preloadPanel}
      onFocus={preloadPanel}
    >
      Columns
    </PanelButton>
  )
}
