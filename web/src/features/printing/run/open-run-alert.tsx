import type { PrintRun } from '@lims/contract/print-runs.ts'
import { Alert, Button } from 'antd'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import styles from './open-run-alert.module.css'
import { describeProgress, sentOfTotal } from './print-progress.ts'

type Props = { run: PrintRun; quietSeconds: number; onResume: () => void }

/** An unfinished print run, with the button that resumes it. */
export function OpenRunAlert({ run, quietSeconds, onResume }: Props) {
  const denied = useDeniedProps('label.print')
  return (
    <Alert
      type="info"
      showIcon
      title="This batch has an unfinished print run"
      description={
        <div className={styles.row}>
          <span>
            Started by {run.startedByName}: {describeProgress(run, quietSeconds)}.
          </span>
          <Button {...denied} onClick={onResume}>
            Resume run: {sentOfTotal(run)}
          </Button>
        </div>
      }
    />
  )
}
