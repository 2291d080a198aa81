import { formatNumber } from '@lims/contract/format-count.ts'
import { isPersonalValue } from '@lims/contract/personal.ts'
import { SampleSort, type SortField, sortFields, sortOf } from '@lims/contract/sample-sort.ts'
import type { TreeBatch } from '@lims/contract/sample-tree.ts'
import { Link } from '@tanstack/react-router'
import type { TableColumnsType, TableProps } from 'antd'
import { countArrived, formatSamplesAndChildren } from '../../entities/batch/batch-api.ts'
import type { DeletedSample } from '../../entities/deletion/use-delete-sample.ts'
import { SampleLink } from '../../entities/sample/sample-link.tsx'
import { PlaceLink } from '../../entities/storage/place-link.tsx'
import { boundedWidth, type ColumnWidths } from './column-choice.ts'
import { ColumnEdge } from './column-edge.tsx'
import type { FittedColumns } from './fit-columns.ts'
import { SampleActions, SampleMenu } from './sample-actions.tsx'
import { type ColumnKey, sampleColumns } from './sample-columns.tsx'
import styles from './sample-tree.module.css'
import { isBatchRow, type SampleRow, type TreeRow } from './tree-rows.ts'

type Look = {
  fitted: FittedColumns
  isNarrow: boolean
  sort: SampleSort | undefined
  /** Without it, no order by subject or site is offered. */
  maySeeSubjects: boolean
  onDelete: (sample: DeletedSample) => void
  widths: ColumnWidths
  onWidths: (widths: ColumnWidths) => void
}
type Column = TableColumnsType<TreeRow>[number]

/** The columns of the tree; on a narrow screen only name with place, status and menu. */
export function treeColumns(look: Look): TableColumnsType<TreeRow> {
  const { fitted, sort } = look
  const start = fitted.scrolls ? { fixed: 'left' as const } : {}
  return [
    {
      title: headOf(sort ? 'Sample' : 'Sample Hierarchy', 'name', look),
      key: 'hierarchy',
      width: fitted.nameWidth,
      ...start,
      ...sorting('name', sort),
      onCell: (row) => (isBatchRow(row) && !fitted.scrolls ? { colSpan: fitted.columns.length + 2 } : {}),
      render: (_, row) =>
        isBatchRow(row) ? <BatchBand batch={row.batch} /> : <SampleName row={row} {...look} />,
    },
    ...fitted.columns.map(({ key, width }) => ({
      ...columnOf(key, width, look),
      ...(key === 'status' ? start : {}),
      ...underBand(fitted),
    })),
    { ...actionsColumn(look), ...underBand(fitted) },
  ]
}

/** The name of a batch runs over all columns, unless they scroll. */
const underBand = ({ scrolls }: FittedColumns): Column => ({
  onCell: (row) => (isBatchRow(row) && !scrolls ? { colSpan: 0 } : {}),
})

/** Pixels of all columns together. */
export const widthOf = ({ boxWidth, nameWidth, columns, actionsWidth }: FittedColumns): number =>
  boxWidth + nameWidth + actionsWidth + columns.reduce((sum, { width }) => sum + width, 0)

function columnOf(key: ColumnKey, width: number, look: Look): Column {
  const { render, isSortable, title, ...column } = sampleColumns[key]
  return {
    ...column,
    title: headOf(title, key, look),
    key,
    width,
    ...(isSortField(key) && (look.maySeeSubjects || !isPersonalValue(SampleSort, key))
      ? sorting(key, look.sort)
      : {}),
    render: (_, row) => (isBatchRow(row) ? null : render(row.sample)),
  }
}

/**
 * The head of a column with the edge that changes its width. The columns before it keep the widths that they have, so
 * that the edge follows the pointer.
 */
function headOf(title: string, key: ColumnKey | 'name', { fitted, isNarrow, widths, onWidths }: Look) {
  if (isNarrow) return title
  const present = [{ key: 'name' as const, width: fitted.nameWidth }, ...fitted.columns]
  const at = present.findIndex((column) => column.key === key)
  const before = Object.fromEntries(present.slice(0, at).map((column) => [column.key, column.width]))
  const { [key]: _usual, ...others } = widths
  return (
    <>
      {title}
      <ColumnEdge
        width={present[at]?.width ?? 0}
        onResize={(width) => onWidths({ ...others, ...before, [key]: boundedWidth(key, width) })}
        onReset={() => onWidths(others)}
      />
    </>
  )
}

const isSortField = (key: ColumnKey): key is ColumnKey & SortField =>
  (sortFields as readonly string[]).includes(key)

const antdOrders = { asc: 'ascend', desc: 'descend' } as const

function sorting(field: SortField, sort: SampleSort | undefined) {
  const current = sort && sortOf(sort)
  return { sorter: true, sortOrder: current?.field === field ? antdOrders[current.direction] : null }
}

type Sorter = Parameters<NonNullable<TableProps<TreeRow>['onChange']>>[2]

/** The order after a click on the head of a column: ascending, descending, then none, which is the tree. */
export function sortAfter(sorter: Sorter): SampleSort | undefined {
  const { columnKey, order } = Array.isArray(sorter) ? {} : sorter
  if (!order) return undefined
  const field = (columnKey === 'hierarchy' ? 'name' : columnKey) as SortField
  return order === 'descend' ? `-${field}` : field
}

function actionsColumn({ fitted, onDelete }: Look): Column {
  const end = fitted.scrolls ? { fixed: 'right' as const } : {}
  if (fitted.actions === 'icons') {
    return {
      title: 'Actions',
      key: 'actions',
      className: 'not-printed',
      width: fitted.actionsWidth,
      ...end,
      render: (_, row) =>
        isBatchRow(row) ? null : <SampleActions sample={row.sample} onDelete={onDelete} />,
    }
  }
  return {
    title: <span className="read-aloud-only">Actions</span>,
    key: 'menu',
    className: `not-printed ${styles.menu}`,
    width: fitted.actionsWidth,
    ...end,
    render: (_, row) => (isBatchRow(row) ? null : <SampleMenu sample={row.sample} onDelete={onDelete} />),
  }
}

/** In less room names of one batch, cut off, would look alike: their ends differ. */
const oneLineNameWidth = 350

/** The name with the tube ID; on a narrow screen with the place, which has no column there. */
function SampleName({ row: { sample, isContext }, fitted, isNarrow }: Look & { row: SampleRow }) {
  const hasTubeId = fitted.columns.some(({ key }) => key === 'tubeId')
  return (
    <span className={`${styles.name} ${fitted.nameWidth < oneLineNameWidth ? styles.wrapping : ''}`}>
      <SampleLink {...sample} {...(hasTubeId ? { alias: '' } : {})} />
      {isContext && <span className={styles.reason}>Does not match the filters</span>}
      {isNarrow && !isContext && (
        <span className={styles.place}>
          <PlaceLink place={sample.place} />
        </span>
      )}
    </span>
  )
}

/** The row of a batch: '30 samples and 8 children · 11 received', independent of the filters. */
function BatchBand({ batch }: { batch: TreeBatch }) {
  const { id, name } = batch
  return (
    <span className={styles.name}>
      <Link to="/batches/$batchId" params={{ batchId: id }} className={styles.bandName}>
        {name}
      </Link>
      <span className={`muted numbers ${styles.counts}`}>
        {formatSamplesAndChildren(batch)} · {formatNumber(countArrived(batch).arrived)} received
      </span>
    </span>
  )
}
