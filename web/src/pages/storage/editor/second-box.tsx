import { CloseOutlined } from '@ant-design/icons'
import { Button, Card } from 'antd'
import type { RefCallback } from 'react'
import { GridLink } from '../../../entities/storage/storage-link.tsx'
import { StorageSelect } from '../../../entities/storage/storage-select.tsx'
import { formatGridSize, formatStorageType } from '../../../entities/storage/storage-text.ts'
import type { GridModel } from '../grid/grid-model.ts'
import panelStyles from './editor-panel.module.css'
import styles from './second-box.module.css'

type HeadingProps = {
  storageId: number
  model: GridModel | undefined
  onClose: () => void
  ref: RefCallback<HTMLElement>
}

/** The heading of the second grid, with the button that closes it. */
export function SecondBoxHeading({ storageId, model, onClose, ref }: HeadingProps) {
  return (
    <div className={styles.heading}>
      <h2 ref={ref} tabIndex={-1}>
        <GridLink id={storageId}>{model?.storage.alias ?? storageId}</GridLink>
      </h2>
      {model && (
        <span className="muted">
          {formatStorageType(model.storage.type)} · {formatGridSize(model.storage)}
        </span>
      )}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={`Close ${model?.storage.alias ?? 'the second grid'}`}
        onClick={onClose}
      />
    </div>
  )
}

/** Opens a second box beside this one, to move tubes between them. */
export function OpenSecondBox({ ownId, onOpen }: { ownId: number; onOpen: (storageId: number) => void }) {
  return (
    <Card>
      <div className={panelStyles.cell}>Open a second box</div>
      <div className={panelStyles.buttons}>
        <StorageSelect
          aria-label="Open a second box"
          placeholder="Choose a box"
          type="BOX"
          whyNot={({ id }) => (id === ownId ? 'Already open' : undefined)}
          onChange={onOpen}
        />
      </div>
    </Card>
  )
}
