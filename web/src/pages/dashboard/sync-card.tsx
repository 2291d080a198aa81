import type { SyncStatus } from '@lims/contract/sync.ts'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { textOfFailure } from '../../api/call-error.ts'
import { syncStatusQuery } from '../../entities/sync/sync-api.ts'
import { DetailTable } from '../../ui/detail-table.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { DashboardCard } from './dashboard-card.tsx'
import { ScanProgress } from './scan-progress.tsx'
import styles from './sync-card.module.css'
import { SyncDialog } from './sync-dialog.tsx'
import { SyncErrors } from './sync-errors.tsx'
import { filesProcessed, lastScan, statusWord } from './sync-facts.ts'
import { useTriggerScan } from './use-trigger-scan.ts'

const fewErrors = 2

/** Whether sequencing files come in, and the button that fetches them. */
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
      {sync.isError && (
        <LoadError
          title="Failed to fetch sync status"
          text={textOfFailure(sync.error)}
          onRetry={sync.refetch}
        />
      )}
      {sync.data && <Facts status={sync.data} onMore={() => setOpen(true)} />}
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
      {statusWord(status)}
    </span>
  )
}

function Facts({ status, onMore }: { status: SyncStatus; onMore: () => void }) {
  const { isConfigured, recentErrors, totalErrors } = status
  return (
    <>
      <div className={styles.facts}>
        <DetailTable
          label="Sync"
          rows={[
            { label: 'Last Scan', value: lastScan(status) },
            { label: 'Files Processed', value: <span className="numbers">{filesProcessed(status)}</span> },
          ]}
        />
      </div>
      <ScanProgress status={status} />
      {!isConfigured && (
        <p className={styles.note}>No data repository is set (DVC_REPO_DIR), so there is nothing to scan.</p>
      )}
      <SyncErrors errors={recentErrors.slice(0, fewErrors)} />
      {totalErrors > fewErrors && (
        <Button type="link" className={styles.more ?? ''} onClick={onMore}>
          All {totalErrors.toLocaleString('en')} errors
        </Button>
      )}
    </>
  )
}

function TriggerScan({ isRunning }: { isRunning: boolean }) {
  const { modal } = App.useApp()
  const { mutate, isPending } = useTriggerScan()
  const ask = () =>
    modal.confirm({
      title: 'Trigger Scan',
      content: 'Triggering a scan may take some time. Do you want to proceed?',
      okText: 'Proceed',
      onOk: () => mutate(),
    })
  return (
    <Button block className={styles.trigger ?? ''} loading={isPending} disabled={isRunning} onClick={ask}>
      Trigger Scan
    </Button>
  )
}
