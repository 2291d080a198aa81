import type { SampleSort } from '@lims/contract/sample-sort.ts'
import { type ReactNode, useMemo } from 'react'
import type { DeletedSample } from '../../entities/deletion/use-delete-sample.ts'
import { useMay } from '../../entities/session/use-may.ts'
import { TableCard } from '../../ui/table-card.tsx'
import { useRoomBelow } from '../../ui/use-room-below.ts'
import { useScrollPageFirst } from '../../ui/use-scroll-page-first.ts'
import { VirtualTable } from '../../ui/virtual-table.tsx'
import { useNearEnd, whenNearEnd } from '../../ui/when-near-end.ts'
import { BatchBox, HeaderBox } from './choose-boxes.tsx'
import { useColumnChoice } from './column-choice.ts'
import { fitColumns } from './fit-columns.ts'
import styles from './sample-tree.module.css'
import { sortAfter, treeColumns, widthOf } from './tree-columns.tsx'
import { type BatchRow, countOpenRows, expandableKeys, isBatchRow, type TreeRow } from './tree-rows.ts'

type Props = {
  rows: BatchRow[]
  /** The keys of closed rows. */
  closed: ReadonlySet<string>
  onToggle: (isOpen: boolean, row: TreeRow) => void
  /** The page of a batch: its samples without a row for the batch, in a table that fills the window. */
  isOneBatch?: boolean
  /** Sorted samples are shown without batches and families. */
  sort: SampleSort | undefined
  onSort: (sort: SampleSort | undefined) => void
  isLoading: boolean
  /** Whether the server has further rows. */
  hasMore: boolean
  /** Called when the last rows come near. */
  onNearEnd: () => void
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onDelete: (sample: DeletedSample) => void
  empty: ReactNode
}

function classOf(row: TreeRow): string {
  if (isBatchRow(row)) return styles.batch ?? ''
  return row.isContext ? (styles.context ?? '') : ''
}

/** Batches, parent samples and their children, all expanded at first. Only the visible rows are rendered. */
export function SampleTree(props: Props) {
  const {
    rows,
    closed,
    onToggle,
    isOneBatch = false,
    sort,
    onSort,
    isLoading,
    hasMore,
    onNearEnd,
    chosen,
    onChoose,
    onDelete,
    empty,
  } = props
  const { place, height, width, isNarrow } = useRoomBelow({ fillsWindow: isOneBatch })
  const { columns: wanted, isOwn, widths, setWidths, isCompact } = useColumnChoice()
  const pageFirst = useScrollPageFirst()
  const maySeeSubjects = useMay('subject.read')
  const fitted = useMemo(
    () => fitColumns({ width, isNarrow, columns: wanted, isOwn, widths }),
    [width, isNarrow, wanted, isOwn, widths],
  )
  const open = useMemo(() => expandableKeys(rows).filter((key) => !closed.has(key)), [rows, closed])
  const columns = useMemo(
    () => treeColumns({ fitted, isNarrow, sort, maySeeSubjects, onDelete, widths, onWidths: setWidths }),
    [fitted, isNarrow, sort, maySeeSubjects, onDelete, widths, setWidths],
  )

  const shown: TreeRow[] = useMemo(
    () => (sort || isOneBatch ? rows.flatMap(({ children }) => children) : rows),
    [sort, isOneBatch, rows],
  )

  const numRows = useMemo(() => (hasMore ? -1 : countOpenRows(shown, new Set(open))), [hasMore, shown, open])

  useNearEnd(place, { rows: open, height }, onNearEnd)

  return (
    <div ref={place} {...(isOneBatch && pageFirst)}>
      <TableCard>
        {shown.length === 0 && !isLoading ? (
          empty
        ) : (
          <VirtualTable<TreeRow>
            // The heights that it has measured are those of rows of one kind.
            key={String(isCompact)}
            aria-label="List of samples"
            className={isCompact && !isNarrow ? `${styles.tree} ${styles.compact}` : (styles.tree ?? '')}
            columns={columns}
            dataSource={shown}
            numRows={numRows}
            loading={isLoading}
            pagination={false}
            scroll={{ y: height, x: widthOf(fitted) }}
            showSorterTooltip={false}
            onChange={(_pages, _filters, sorter) => onSort(sortAfter(sorter))}
            onScroll={whenNearEnd(onNearEnd)}
            locale={{ emptyText: ' ' }}
            rowClassName={classOf}
            expandable={{ expandedRowKeys: open, onExpand: onToggle, indentSize: isNarrow ? 0 : 20 }}
            rowSelection={{
              checkStrictly: true,
              columnTitle: rows.length > 0 && <HeaderBox rows={rows} chosen={chosen} onChoose={onChoose} />,
              columnWidth: fitted.boxWidth,
              fixed: fitted.scrolls,
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
