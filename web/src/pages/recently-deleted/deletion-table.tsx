import type { Deletion } from '@lims/contract/deletions.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { Button, type TableColumnsType } from 'antd'
import { type DeniedProps, useDeniedProps } from '../../entities/session/use-may.ts'
import { formatStorageType } from '../../entities/storage/storage-text.ts'
import { focusNear } from '../../ui/focus-near.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import { Mono } from '../../ui/mono.tsx'
import { PagedTable, type PagedTableProps } from '../../ui/paged-table.tsx'
import { TableCard } from '../../ui/table-card.tsx'
import styles from './deletion-table.module.css'

type Rows = Pick<
  PagedTableProps<Deletion>,
  'query' | 'rows' | 'total' | 'page' | 'pageSize' | 'onPage' | 'empty'
>

type Props = Rows & {
  /** `refocus` moves the focus after the row was removed. */
  onRestore: (deletion: Deletion, refocus: () => void) => void
  /** The deletion that is being undone. */
  restoring: string | undefined
}

/** One page of deletions, each with a button that undoes it. */
export function DeletionTable({ onRestore, restoring, ...rows }: Props) {
  const denied = useDeniedProps('restore')
  return (
    <TableCard>
      <PagedTable {...rows} rowKey="deletionId" columns={columnsFor({ onRestore, restoring }, denied)} />
    </TableCard>
  )
}

const columnsFor = (
  { onRestore, restoring }: Omit<Props, keyof Rows>,
  denied: DeniedProps,
): TableColumnsType<Deletion> => [
  {
    title: 'Deleted',
    key: 'what',
    render: (_, deletion) => (
      <span className={styles.what}>
        <strong>{deletion.name}</strong>
        {deletion.alias && deletion.numSamples === 1 && <Mono isMuted>{deletion.alias}</Mono>}
        <small>{kindOf(deletion)}</small>
        <small className={styles.when}>
          {deletion.deletedByName}, {formatInstant(deletion.deletedAt)}
        </small>
      </span>
    ),
  },
  { title: 'By', dataIndex: 'deletedByName', key: 'by', width: 200, responsive: ['md'] },
  {
    title: 'When',
    key: 'when',
    width: 180,
    className: 'numbers',
    responsive: ['md'],
    render: (_, { deletedAt }) => formatInstant(deletedAt),
  },
  {
    title: <span className="read-aloud-only">Actions</span>,
    key: 'actions',
    className: 'not-printed',
    align: 'end',
    width: 120,
    render: (_, deletion) => (
      <Button
        className={styles.restore ?? ''}
        data-deletes
        {...denied}
        aria-label={`Restore ${deletion.name}`}
        loading={restoring === deletion.deletionId}
        onClick={({ currentTarget }) => onRestore(deletion, focusNear(currentTarget))}
      >
        Restore
      </Button>
    ),
  },
]

/** 'Batch with 30 samples', 'Sample', 'Box' */
function kindOf({ entityType, storageType, numSamples }: Deletion): string {
  if (entityType === 'batch') return `Batch with ${formatCount(numSamples, 'sample')}`
  if (entityType === 'storage') return storageType ? formatStorageType(storageType) : 'Storage'
  return numSamples === 1 ? 'Sample' : `and ${formatCount(numSamples - 1, 'more sample')}`
}
