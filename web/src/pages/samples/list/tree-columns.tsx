import { displayName } from '@lims/contract/sample-status.ts'
import type { TreeBatch } from '@lims/contract/sample-tree.ts'
import { formatMillilitres } from '@lims/contract/volume.ts'
import { Link } from '@tanstack/react-router'
import type { TableColumnsType } from 'antd'
import { countArrived } from '../../../entities/batch/batch-api.ts'
import { SampleLink } from '../../../entities/sample/sample-link.tsx'
import { countSamples } from '../../../entities/sample/sample-text.ts'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { SampleActions, SampleMenu } from './sample-actions.tsx'
import styles from './sample-tree.module.css'
import { isBatchRow, type TreeRow } from './tree-rows.ts'

type Look = { isNarrow: boolean; onDelete: (sample: { id: string; name: string }) => void }

/** The columns of the tree; on a narrow screen only name, status and menu. */
export function treeColumns({ isNarrow, onDelete }: Look): TableColumnsType<TreeRow> {
  const hierarchy: TableColumnsType<TreeRow>[number] = {
    title: 'Sample Hierarchy',
    key: 'hierarchy',
    width: isNarrow ? 156 : 430,
    render: (_, row) =>
      isBatchRow(row) ? (
        <BatchBand batch={row.batch} />
      ) : (
        <span className={styles.name}>
          <SampleLink {...row.sample} />
          {row.isContext && <span className="read-aloud-only">Does not match the filters</span>}
        </span>
      ),
  }
  const status: TableColumnsType<TreeRow>[number] = {
    title: 'Status',
    key: 'status',
    width: isNarrow ? 124 : 150,
    render: (_, row) => (isBatchRow(row) ? null : <StatusTag status={row.sample.status} />),
  }
  if (isNarrow) return [hierarchy, status, menu(onDelete)]
  return [
    hierarchy,
    {
      title: 'Type',
      key: 'type',
      width: 110,
      render: (_, row) => (isBatchRow(row) ? null : displayName(row.sample.type)),
    },
    status,
    {
      title: 'Volume',
      key: 'volume',
      width: 100,
      align: 'end',
      className: `numbers ${styles.volume}`,
      render: (_, row) => (isBatchRow(row) ? null : formatMillilitres(row.sample.volume)),
    },
    {
      title: 'Notes',
      key: 'notes',
      width: 170,
      ellipsis: true,
      render: (_, row) => (isBatchRow(row) ? null : row.sample.notes),
    },
    {
      title: 'Actions',
      key: 'actions',
      className: 'not-printed',
      width: 120,
      render: (_, row) =>
        isBatchRow(row) ? null : <SampleActions sample={row.sample} onDelete={onDelete} />,
    },
  ]
}

const menu = (onDelete: Look['onDelete']): TableColumnsType<TreeRow>[number] => ({
  title: <span className="read-aloud-only">Actions</span>,
  key: 'menu',
  className: `not-printed ${styles.menu}`,
  width: 44,
  render: (_, row) => (isBatchRow(row) ? null : <SampleMenu sample={row.sample} onDelete={onDelete} />),
})

/** The row of a batch: '30 samples · 11 received', independent of the filters. */
function BatchBand({ batch }: { batch: TreeBatch }) {
  const { id, name, numSamples } = batch
  return (
    <span className={styles.name}>
      <Link to="/batches/$batchId" params={{ batchId: id }} className={styles.bandName}>
        {name}
      </Link>
      <span className={`muted numbers ${styles.counts}`}>
        {countSamples(numSamples)} · {countArrived(batch).toLocaleString('en')} received
      </span>
    </span>
  )
}
