import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { QueryError } from '../../../api/query-error.tsx'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import styles from './open-run-notice.module.css'
import { describeProgress, sentOfTotal } from './print-progress.ts'
import { openRunQuery } from './print-run-api.ts'

/** Offers to resume the unfinished print run of a batch. */
export function OpenRunNotice({ batchId, onResume }: { batchId: string; onResume: () => void }) {
  const openRun = useQuery(openRunQuery(batchId))
  const denied = useDeniedProps('label.print')
  if (openRun.isLoadingError) return <QueryError title="Failed to fetch the print run" query={openRun} />
  const { run, quietSeconds } = openRun.data ?? {}
  if (!run) return null
  return (
    <Alert
      type="info"
      showIcon
      title="This batch has an unfinished print run"
      description={
        <div className={styles.row}>
          <span>
            Started by {run.startedByName}: {describeProgress(run, quietSeconds ?? 0)}.
          </span>
          <Button {...denied} onClick={onResume}>
            Resume run: {sentOfTotal(run)}
          </Button>
        </div>
      }
    />
  )
}
