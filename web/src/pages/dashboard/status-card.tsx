import { formatNumber } from '@lims/contract/format-count.ts'
import { displayName, SampleStatus } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import type { StatsOverview } from '@lims/contract/stats.ts'
import { statusColours } from '../../entities/sample/status-sign.ts'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import { type Bar, BarList } from './bar-list.tsx'
import { DashboardCard } from './dashboard-card.tsx'

type Props = { overview: StatsOverview; className?: string | undefined }

export function StatusCard({ overview: { byStatus }, className }: Props) {
  const bars = SampleStatus.options.map(
    (status): Bar => ({
      key: status,
      name: `${formatNumber(byStatus[status])} ${displayName(status)}`,
      label: <StatusTag status={status} />,
      count: byStatus[status],
      colour: statusColours(status).ink,
      to: { to: '/samples', search: { status } },
    }),
  )
  return (
    <DashboardCard title="Samples by status" hint="click a bar for the list" className={className}>
      <BarList label="Samples by status" bars={bars} />
    </DashboardCard>
  )
}

/** The unknown type last. */
const types = [...SampleType.options].sort(
  (one, other) => Number(one === 'UNKNOWN_SAMPLE_TYPE') - Number(other === 'UNKNOWN_SAMPLE_TYPE'),
)

export function TypeCard({ overview: { byType }, className }: Props) {
  const bars = types.map(
    (type): Bar => ({
      key: type,
      name: `${formatNumber(byType[type])} ${typeName(type)}`,
      label: typeName(type),
      count: byType[type],
      colour: 'var(--primary)',
      to: { to: '/samples', search: { sampleType: type } },
    }),
  )
  return (
    <DashboardCard title="Samples by type" className={className}>
      <BarList label="Samples by type" bars={bars} />
    </DashboardCard>
  )
}

/** A short name, for little space. */
const typeName = (type: SampleType) => (type === 'UNKNOWN_SAMPLE_TYPE' ? 'UNKNOWN' : displayName(type))
