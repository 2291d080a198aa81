import { CloseOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { matrixSize, typeWord } from '../../../entities/storage/storage-words.ts'
import type { GridModel } from '../grid/grid-model.ts'
import styles from './beside-heading.module.css'

type Props = { storageId: number; model: GridModel | undefined; onClose: () => void }

/** Names the grid that stands beside the page's own. */
export function BesideHeading({ storageId, model, onClose }: Props) {
  return (
    <div className={styles.heading}>
      <h2>
        <Link to="/storage/$storageId/enhanced" params={{ storageId: `${storageId}` }}>
          {model?.storage.alias ?? storageId}
        </Link>
      </h2>
      {model && (
        <span className="muted">
          {typeWord(model.storage.type)} · {matrixSize(model.storage)}
        </span>
      )}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={`Close ${model?.storage.alias ?? 'the grid beside'}`}
        onClick={onClose}
      />
    </div>
  )
}
