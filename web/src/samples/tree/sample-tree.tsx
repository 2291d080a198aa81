import { Table } from 'antd'
import { type ReactNode, type UIEvent, useMemo, useState } from 'react'
import { TableCard } from '../../ui/table-card.tsx'
import styles from './sample-tree.module.css'
import { treeColumns } from './tree-columns.tsx'
import { type BatchRow, isBatchRow, openableKeys, type TreeRow } from './tree-rows.ts'
import { useRoomBelow } from './use-room-below.ts'

type Props = {
  rows: BatchRow[]
  isLoading: boolean
  /** Asked as the last rows come into sight. */
  onNearEnd: () => void
  chosen: ReadonlySet<string>
  onChoose: (chosen: Set<string>) => void
  onDelete: (sample: { id: string; name: string }) => void
  empty: ReactNode
}

const rowsAhead = 40
const rowHeight = 42

/** Batch, parent and child samples, all open, of which only the rows in sight are drawn. */
export function SampleTree({ rows, isLoading, onNearEnd, chosen, onChoose, onDelete, empty }: Props) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const { place, height, isNarrow } = useRoomBelow()
  const open = useMemo(() => openableKeys(rows).filter((key) => !closed.has(key)), [rows, closed])
  const columns = useMemo(() => treeColumns({ isNarrow, onDelete }), [isNarrow, onDelete])

  function toggle(isOpen: boolean, { key }: TreeRow) {
    const next = new Set(closed)
    if (isOpen) next.delete(key)
    else next.add(key)
    setClosed(next)
  }

  function readOn({ currentTarget }: UIEvent<HTMLDivElement>) {
    const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight
    if (left < rowsAhead * rowHeight) onNearEnd()
  }

  return (
    <div ref={place}>
      <TableCard>
        <Table<TreeRow>
          virtual
          className={styles.tree ?? ''}
          columns={columns}
          dataSource={rows}
          loading={isLoading}
          pagination={false}
          scroll={{ y: height, x: isNarrow ? 320 : 900 }}
          onScroll={readOn}
          locale={{ emptyText: isLoading ? ' ' : empty }}
          rowClassName={(row) => (isBatchRow(row) ? (styles.batch ?? '') : '')}
          expandable={{ expandedRowKeys: open, onExpand: toggle, indentSize: isNarrow ? 8 : 22 }}
          rowSelection={{
            checkStrictly: true,
            columnTitle: <span className="read-aloud-only">Choose</span>,
            columnWidth: isNarrow ? 36 : 44,
            selectedRowKeys: [...chosen],
            onChange: (keys) => onChoose(new Set(keys.map(String))),
            getCheckboxProps: (row) => ({
              'aria-label': isBatchRow(row) ? `Choose ${row.batch.name}` : `Choose ${row.sample.name}`,
              ...(isBatchRow(row) && { style: { display: 'none' }, disabled: true }),
            }),
            hideSelectAll: true,
          }}
        />
      </TableCard>
    </div>
  )
}
