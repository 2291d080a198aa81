import { CloseOutlined } from '@ant-design/icons'
import { useQueries } from '@tanstack/react-query'
import { Button } from 'antd'
import { pathText } from '../../entities/storage/path-text.ts'
import { storageQuery } from '../../entities/storage/storage-api.ts'
import { StorageSelect } from '../../entities/storage/storage-select.tsx'
import styles from './moves.module.css'

type Props = { ids: readonly number[]; label: string; onChange: (ids: number[]) => void }

/** Storages that were chosen, and a field to choose another. */
export function StorageList({ ids, label, onChange }: Props) {
  const storages = useQueries({ queries: ids.map((id) => storageQuery(id)) })
  return (
    <div className={styles.storages}>
      <StorageSelect
        aria-label={label}
        placeholder="Choose a storage"
        onChange={(id) => {
          if (!ids.includes(id)) onChange([...ids, id])
        }}
        whyNot={({ id }) => (ids.includes(id) ? 'chosen already' : undefined)}
      />
      {ids.length > 0 && (
        <ul>
          {ids.map((id, index) => {
            const storage = storages[index]?.data
            const name = storage?.alias ?? `storage ${id}`
            return (
              <li key={id}>
                <span>
                  {name}
                  {storage?.parentPath && <small> in {pathText(storage.parentPath)}</small>}
                </span>
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined aria-hidden />}
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange(ids.filter((other) => other !== id))}
                />
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
