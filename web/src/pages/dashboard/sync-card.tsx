import { formatNumber } from '@lims/contract/format-count.ts'
import type { SyncStatus } from '@lims/contract/sync.ts'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { QueryError } from '../../api/query-error.tsx'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { syncStatusQuery } from '../../entities/sync/sync-api.ts'
import { DetailTable } from '../../ui/detail-table.tsx'
import { DashboardCard } from './dashboard-card.tsx'
import styles from './sync-card.module.css'
import { SyncDialog } from './sync-dialog.tsx'
import {
  formatFilesProcessed,
  formatLastScan,
  formatStatus,
  ScanProgress,
  SyncErrors,
} from './sync-status.tsx'
import { useTriggerScan } from './use-trigger-scan.ts'

const maxErrors = 2

/** The status of the scans for sequencing files, and the button that starts one. */
export function SyncCard() {
  const [isOpen, setOpen] = useState(false)
  const sync = useQuery(syncStatusQuery)
  return (
    <DashboardCard
      title="Sync Status"
      tag={sync.data && <RunningTag status={sync.data} />}
      onOpen={() => setOpen(true)}
    >
      {sync.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {sync.isError && <QueryError title="Failed to fetch sync status" query={sync} />}
      {sync.data && <Summary status={sync.data} onShowAll={() => setOpen(true)} />}
      <TriggerScan isRunning={sync.data?.isRunning ?? false} />
      <SyncDialog
        status={sync.data}
        failure={sync.error}
        onRetry={sync.refetch}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </DashboardCard>
  )
}

function RunningTag({ status }: { status: SyncStatus }) {
  return (
    <span role="status" className={styles.tag} data-running={status.isRunning}>
      {formatStatus(status)}
    </span>
  )
}

function Summary({ status, onShowAll }: { status: SyncStatus; onShowAll: () => void }) {
  const { isConfigured, recentErrors, totalErrors } = status
  return (
    <>
      <div className={styles.facts}>
        <DetailTable
          label="Sync"
          rows={[
            { label: 'Last Scan', value: formatLastScan(status) },
            {
              label: 'Files Processed',
              value: <span className="numbers">{formatFilesProcessed(status)}</span>,
            },
          ]}
        />
      </div>
      <ScanProgress status={status} />
      {!isConfigured && (
        <p className={styles.note}>No data repository is set (DVC_REPO_DIR), so there is nothing to scan.</p>
      )}
      <SyncErrors errors={recentErrors.slice(0, maxErrors)} />
      {totalErrors > maxErrors && (
        <Button type="link" className={styles.more ?? ''} onClick={onShowAll}>
          {totalErrors > recentErrors.length ? `${formatNumber(recentErrors.length)} of` : 'All'}{' '}
          {formatNumber(totalErrors)} errors
        </Button>
      )}
    </>
  )
}

function TriggerScan({ isRunning }: { isRunning: boolean }) {
  const { modal } = App.useApp()
  const { mutate, isPending } = useTriggerScan()
  const denied = useDeniedProps('sync.run')
  const confirm = () =>
    modal.confirm({
      title: 'Trigger Scan',
      content: 'Triggering a scan may take some time. Do you want to proceed?',
      okText: 'Proceed',
      onOk: () => mutate(),
    })
  return (
    <Button
      block
      className={styles.trigger ?? ''}
      loading={isPending}
      disabled={isRunning}
      {...denied}
      onClick={confirm}
    >
      Trigger Scan
    </Button>
  )
}
