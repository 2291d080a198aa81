import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { ImportedReply, ImportProgress } from '@lims/contract/imports.ts'
import { Alert, Button, Progress, Result } from 'antd'
import { isOutcomeUnknown, textOfFailure } from '../../api/call-error.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './import-screen.module.css'

type Props = {
  /** Whether the import creates the batch. */
  isNewBatch: boolean
  state: { data: ImportedReply | undefined; error: Error | null }
  progress: ImportProgress | undefined
  /** Sends the same import again; the server imports it once only. */
  onRetry: () => void
  onCheckAgain: () => void
  onAnother: () => void
}

export function ApplyStep({ isNewBatch, state, progress, onRetry, onCheckAgain, onAnother }: Props) {
  const { data, error } = state
  if (data) return <Imported {...{ ...data, isNewBatch, onAnother }} />
  if (error) return <Failed error={error} {...{ onRetry, onCheckAgain, onAnother }} />
  return <Underway progress={progress} />
}

function Underway({ progress }: { progress: ImportProgress | undefined }) {
  const percent = progress ? Math.floor((100 * progress.saved) / progress.total) : 0
  return (
    <div className={styles.underway}>
      <Progress percent={percent} status="active" aria-label="Import" />
      <p className="numbers">
        {progress
          ? `${formatNumber(progress.saved)} of ${formatNumber(progress.total)} samples`
          : 'Sending and checking the file …'}
      </p>
      <p className="muted">
        You may leave this page: a notification appears when the samples are imported. All of them are saved
        together, or none.
      </p>
    </div>
  )
}

type ImportedProps = ImportedReply & Pick<Props, 'isNewBatch' | 'onAnother'>

function Imported({ batch, numSamples, numPlaced = 0, isNewBatch, onAnother }: ImportedProps) {
  const placed = numPlaced > 0 ? ` ${formatCount(numPlaced, 'is', 'are')} in the cells of the file.` : ''
  const held = `They are in ${batch.name}, which holds ${formatNumber(batch.numSamples)} now.${placed}`
  return (
    <Result
      status="success"
      title={`${formatCount(numSamples, 'sample')} imported`}
      subTitle={isNewBatch ? held : `${held} In the list of its samples they stand last.`}
      extra={
        <div className={styles.next}>
          <LinkButton color="primary" variant="solid" to="/batches/$batchId" params={{ batchId: batch.id }}>
            Open the batch
          </LinkButton>
          <Button onClick={onAnother}>Import another file</Button>
        </div>
      }
    />
  )
}

type FailedProps = Pick<Props, 'onRetry' | 'onCheckAgain' | 'onAnother'> & { error: Error }

function Failed({ error, onRetry, onCheckAgain, onAnother }: FailedProps) {
  const isLost = isOutcomeUnknown(error)
  return (
    <div className={styles.step}>
      <Alert
        type="error"
        showIcon
        title={isLost ? 'The server did not say how it ended' : 'Nothing was imported'}
        description={textOfFailure(error)}
      />
      <div className={styles.buttons}>
        {isLost ? (
          <Button type="primary" onClick={onRetry}>
            Try again
          </Button>
        ) : (
          <Button type="primary" onClick={onCheckAgain}>
            Check again
          </Button>
        )}
        <Button onClick={onAnother}>Choose another file</Button>
      </div>
    </div>
  )
}
