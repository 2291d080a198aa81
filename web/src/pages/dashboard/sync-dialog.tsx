import { formatNumber } from '@lims/contract/format-count.ts'
import type { SyncStatus } from '@lims/contract/sync.ts'
import { Modal, Skeleton } from 'antd'
import { QueryError } from '../../api/query-error.tsx'
import { DetailTable } from '../../ui/detail-table.tsx'
import styles from './sync-dialog.module.css'
import {
  formatFilesProcessed,
  formatLastScan,
  formatStatus,
  ScanProgress,
  SyncErrors,
} from './sync-status.tsx'

type Props = {
  status: SyncStatus | undefined
  failure: Error | null
  onRetry: () => void
  isOpen: boolean
  onClose: () => void
}

export function SyncDialog({ status, failure, onRetry, isOpen, onClose }: Props) {
  return (
    <Modal
      title="Sync Status"
      open={isOpen}
      onCancel={onClose}
      mask={{ closable: true }}
      footer={null}
      width={620}
      destroyOnHidden
    >
      {failure && (
        <QueryError title="Failed to fetch sync status" query={{ error: failure, refetch: onRetry }} />
      )}
      {status && <Details status={status} />}
      {!status && !failure && <Skeleton active />}
    </Modal>
  )
}

function Details({ status }: { status: SyncStatus }) {
  const { recentErrors, totalErrors, startedByName } = status
  const hiddenErrors = totalErrors - recentErrors.length
  return (
    <>
      <DetailTable
        label="Sync Status"
        rows={[
          { label: 'Status', value: formatStatus(status) },
          { label: 'Last Scan', value: formatLastScan(status) },
          { label: 'Files Processed', value: formatFilesProcessed(status) },
          { label: 'BAM files', value: formatNumber(status.bamFiles) },
          { label: 'Newly linked by the last scan', value: formatNumber(status.samplesLinked) },
          ...(startedByName === null ? [] : [{ label: 'Started by', value: startedByName }]),
        ]}
      />
      <ScanProgress status={status} />
      <h3 className={styles.heading}>Recent errors</h3>
      {recentErrors.length === 0 ? (
        <p className="muted">None.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <section className={styles.errors} aria-label="Recent errors, scrollable" tabIndex={0}>
          <SyncErrors errors={recentErrors} />
          {hiddenErrors > 0 && <p className="muted">and {formatNumber(hiddenErrors)} more</p>}
        </section>
      )}
    </>
  )
}
