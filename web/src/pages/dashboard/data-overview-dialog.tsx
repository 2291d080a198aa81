import { formatNumber } from '@lims/contract/format-count.ts'
import type { StatsOverview } from '@lims/contract/stats.ts'
import { Link } from '@tanstack/react-router'
import { Modal, Skeleton } from 'antd'
import { DetailTable } from '../../ui/detail-table.tsx'
import { formatInstant } from '../../ui/format-instant.ts'

type Props = { overview: StatsOverview | undefined; isOpen: boolean; onClose: () => void }

export function DataOverviewDialog({ overview, isOpen, onClose }: Props) {
  return (
    <Modal
      title="Data Overview"
      open={isOpen}
      onCancel={onClose}
      mask={{ closable: true }}
      footer={null}
      width={460}
      destroyOnHidden
    >
      {overview ? <Numbers overview={overview} /> : <Skeleton active />}
    </Modal>
  )
}

function Numbers({
  overview: { totalSamples, totalBatches, byStatus, countedAt },
}: {
  overview: StatsOverview
}) {
  const samples = <Link to="/samples">{formatNumber(totalSamples)}</Link>
  const batches = <Link to="/batches">{formatNumber(totalBatches)}</Link>
  const sequenced = (
    <Link to="/samples" search={{ status: 'SEQUENCED' }}>
      {formatNumber(byStatus.SEQUENCED)}
    </Link>
  )
  return (
    <>
      <DetailTable
        label="Data Overview"
        rows={[
          { label: 'Total Samples', value: samples },
          { label: 'Total Batches', value: batches },
          { label: 'SEQUENCED', value: sequenced },
        ]}
      />
      <p className="muted">Counted by the database, {formatInstant(countedAt)}.</p>
    </>
  )
}
