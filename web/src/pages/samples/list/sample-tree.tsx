import { Table } from 'antd'
import { type ReactNode, type UIEvent, useMemo, useState } from 'react'
import { TableCard } from '../../../ui/table-card.tsx'
import { BatchBox, HeaderBox } from './choose-boxes.tsx'
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
  onChoose: (chosen: ReadonlySet<string>) => void
  onDelete: (sample: { id: string; name: string }) => void
  empty: ReactNode
}

const rowsAhead = 40
const rowHeight = 42

function lookOf(row: TreeRow): string {
  if (isBatchRow(row)) return styles.batch ?? ''
  return row.isContext ? (styles.context ?? '') : ''
}

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
        {rows.length === 0 && !isLoading ? (
          empty
        ) : (
          <Table<TreeRow>
            virtual
            className={styles.tree ?? ''}
            columns={columns}
            dataSource={rows}
            loading={isLoading}
            pagination={false}
            scroll={{ y: height, x: isNarrow ? 340 : 900 }}
            onScroll={readOn}
            locale={{ emptyText: ' ' }}
            rowClassName={lookOf}
            expandable={{ expandedRowKeys: open, onExpand: toggle, indentSize: isNarrow ? 8 : 22 }}
            rowSelection={{
              checkStrictly: true,
              columnTitle: rows.length > 0 && <HeaderBox rows={rows} chosen={chosen} onChoose={onChoose} />,
              columnWidth: isNarrow ? 36 : 44,
              selectedRowKeys: [...chosen],
              onChange: (keys) => onChoose(new Set(keys.map(String))),
              getCheckboxProps: (row) =>
                isBatchRow(row) || row.isContext
                  ? { disabled: true }
                  : { 'aria-label': `Choose ${row.sample.name}` },
              renderCell: (_isChosen, row, _index, box) => {
                if (isBatchRow(row)) return <BatchBox row={row} chosen={chosen} onChoose={onChoose} />
                return row.isContext ? null : box
              },
              hideSelectAll: true,
            }}
          />
        )}
      </TableCard>
    </div>
  )
}
