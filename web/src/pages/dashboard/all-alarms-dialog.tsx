import { formatNumber } from '@lims/contract/format-count.ts'
import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { QueryError } from '../../api/query-error.tsx'
import { alarmsQuery } from '../../entities/temperature/temperature-api.ts'
import { AlarmList } from '../../features/temperature-alarms/alarm-list.tsx'

type Props = { isOpen: boolean; onClose: () => void }

/** All alarms of the laboratory that go on or that nobody has acknowledged. */
export function AllAlarmsDialog({ isOpen, onClose }: Props) {
  return (
    <Modal
      title="Temperature alarms"
      open={isOpen}
      onCancel={onClose}
      mask={{ closable: true }}
      footer={null}
      width={560}
      destroyOnHidden
    >
      <Alarms />
    </Modal>
  )
}

function Alarms() {
  const query = useQuery(alarmsQuery())
  if (!query.data) {
    return query.isError ? (
      <QueryError title="The alarms could not be loaded" query={query} />
    ) : (
      <Skeleton active />
    )
  }
  const { alarms, totalAlarms } = query.data
  return (
    <>
      <AlarmList alarms={alarms} empty={<p className="muted">No alarm.</p>} />
      {totalAlarms > alarms.length && (
        <p className="muted">and {formatNumber(totalAlarms - alarms.length)} more</p>
      )}
    </>
  )
}
