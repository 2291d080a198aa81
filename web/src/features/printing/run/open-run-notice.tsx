import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import styles from './open-run-notice.module.css'
import { openRunQuery } from './print-run-api.ts'
import { howFar, sentOfAll } from './print-run-texts.ts'

/** A print run that was not finished is offered until it is. */
export function OpenRunNotice({ batchId, onResume }: { batchId: string; onResume: () => void }) {
  const { data } = useQuery(openRunQuery(batchId))
  const run = data?.run
  if (!run) return null
  return (
    <Alert
      type="info"
      showIcon
      title="This batch has an unfinished print run"
      description={
        <div className={styles.row}>
          <span>
            Begun by {run.startedByName}: {howFar(run, data.quietSeconds ?? 0)}.
          </span>
          <Button onClick={onResume}>Resume run: {sentOfAll(run)}</Button>
        </div>
      }
    />
  )
}
